import { IconRoadSign } from '../../../icons/drawings.ts'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ReactNode } from 'react'
import { api } from '../../../client.ts'
import { requestKeys } from '../../../idempotency-key.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { EmptyCard } from '../../../ui/EmptyCard.tsx'
import { FailedOr } from '../../../ui/Failed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { AskedForm } from './AskedForm.tsx'
import { Disputes } from './Disputes.tsx'
import { Facts } from '../Facts.tsx'
import { Who } from './Who.tsx'
import { placeOf } from './address.ts'
import { paymentQuery, refreshAccounting } from './queries.ts'
import type { PaymentRow } from './queries.ts'
import { readRefund, refundableCents } from './refund.ts'
import { sayInstant, sayMethod, sayPurpose } from './say.ts'

/** Without an amount, all that is left. */
type Input = { id: string; reason: string; amountCents?: number }

/** One payment: its purpose and method, and a way to refund it. */
export function PaymentCard({ reference }: { reference: string }) {
  const words = useWords()
  const { t } = words
  const payment = useQuery(paymentQuery(reference))
  if (payment.data === undefined) {
    return (
      <FailedOr query={payment}>
        <SkeletonRows rows={5} />
      </FailedOr>
    )
  }
  if (payment.data === null)
    return (
      <EmptyCard
        icon={IconRoadSign}
        title={t('accounting.no_payments')}
        text={t('accounting.no_payments_text')}
      />
    )
  return (
    <div className="grid gap-5">
      <p className="text-xl font-extrabold leading-tight">{sayPurpose(words, payment.data.what)}</p>
      <p className="console-marks">
        <span className="console-mark" data-money={payment.data.state}>
          {t(`accounting.payment.${payment.data.state}`)}
        </span>
        {payment.data.reason !== null && <span className="console-id">{payment.data.reason}</span>}
      </p>
      <Facts facts={factsOf(payment.data, words)} />
      <Disputes disputes={payment.data.disputes} />
      <Refund payment={payment.data} />
    </div>
  )
}

function factsOf(payment: PaymentRow, words: Words): [string, ReactNode][] {
  const { t, money } = words
  const { number } = payment.what
  const facts: [string, ReactNode][] = [
    [t('drivers.name'), <Who key="who" {...payment} />],
    [t('accounting.amount'), money(payment.amountCents)],
    [t('accounting.of_it_fee'), money(payment.feeCents)],
    [t('accounting.refunded'), money(payment.refundedCents)],
    [t('accounting.method'), sayMethod(words, payment.method)],
    [t('accounting.begun'), sayInstant(words, payment.at)],
  ]
  if (payment.paidAt !== null) facts.push([t('accounting.paid_at'), sayInstant(words, payment.paidAt)])
  if (number !== null)
    facts.push([
      t('accounting.invoice_of'),
      <ScreenLink
        key="invoice"
        screen="admin"
        search={placeOf('invoices', { text: number, open: number })}
        className="accounting-link"
      >
        {number}
      </ScreenLink>,
    ])
  facts.push([
    t('accounting.charge'),
    <span key="charge" className="console-id">
      {payment.chargeId ?? t('drivers.none_set')}
    </span>,
  ])
  return facts
}

function Refund({ payment }: { payment: PaymentRow }) {
  const words = useWords()
  const { t, money } = words
  const name = useId()
  const [extent, setExtent] = useState<'all' | 'part'>('all')
  const [input, setInput] = useState('')
  const [tried, setTried] = useState(false)
  const { id } = payment
  const most = refundableCents(payment)
  const amount = extent === 'all' ? most : readRefund(input, most)
  const refund = useRefund()
  const notice = refund.isSuccess
    ? t('accounting.refund_done', { amount: money(refund.variables.cents) })
    : null
  if (most === 0) return notice === null ? null : <Notice kind="good">{notice}</Notice>
  const params = { amount: money(amount ?? 0), method: sayMethod(words, payment.method) }
  return (
    <AskedForm
      title={t('accounting.refund')}
      warning={<p>{t(amount === most ? 'accounting.refund_all_text' : 'accounting.refund_part_text')}</p>}
      go={t('accounting.refund_go')}
      ask={t('accounting.refund_ask', params)}
      yes={t('accounting.refund_yes')}
      busy={refund.isPending}
      done={notice}
      error={refund.error}
      ready={() => {
        setTried(true)
        return amount !== null
      }}
      onGo={(reason, forget) =>
        amount !== null &&
        refund.mutate(
          { input: { id, reason, ...(extent === 'part' && { amountCents: amount }) }, cents: amount },
          {
            onSuccess: () => {
              forget()
              setInput('')
              setTried(false)
            },
          },
        )
      }
    >
      <Segmented
        label={t('accounting.refund')}
        name={name}
        value={extent}
        onChange={setExtent}
        choices={(['all', 'part'] as const).map((value) => ({
          value,
          label: t(`accounting.refund_${value}`),
        }))}
      />
      {extent === 'part' ? (
        <Part typed={input} mostCents={most} wrong={tried && amount === null} onChange={setInput} />
      ) : (
        <p className="tnum font-bold">{t('accounting.refund_whole', params)}</p>
      )}
    </AskedForm>
  )
}

function useRefund() {
  return useMutation({
    mutationFn: ({ input }: { input: Input; cents: number }) =>
      api.accounting.refund({ ...input, key: requestKeys.keyOf(input) }),
    onSuccess: (_, { input }) => requestKeys.release(input),
    onSettled: refreshAccounting,
  })
}

function Part({
  typed,
  mostCents,
  wrong,
  onChange,
}: {
  typed: string
  mostCents: number
  wrong: boolean
  onChange: (typed: string) => void
}) {
  const { t, money } = useWords()
  const amount = money(mostCents)
  return (
    <TextField
      label={t('accounting.refund_amount')}
      hint={t('accounting.refund_most', { amount })}
      inputMode="decimal"
      autoComplete="off"
      maxLength={20}
      value={typed}
      error={wrong ? t('accounting.refund_wrong', { amount }) : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '../../announce.ts'
import { downloadAddress } from '../../downloads.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconBan, IconBuildingBank, IconClock, IconDownload } from '../../icons/drawings.ts'
import { IconAlertTriangle, IconCircleCheck } from '../../icons/first.ts'
import { botQuery, queryClient, sessionQuery } from '../../queries.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDesktop } from '../../ui/media.ts'
import { invoicesScreen, nounOf } from '../invoices/names.ts'
import { homeScreen } from '../shell/menu.ts'
import { askedAgain } from './address.ts'
import type { Asked } from './address.ts'
import { methodWords, purposeWords, reasonWords } from './names.ts'
import { isUnderWay, paymentQuery } from './queries.ts'
import type { Account, Payment } from './queries.ts'
import { useBank } from './use-bank.ts'
import type { Bank } from './use-bank.ts'

/** One payment to its end: what it waits for, why it was refused, or the sign of one that was paid. */
export function FollowPayment({
  id,
  asked,
  fresh,
  account,
  timeZone,
}: {
  id: string
  asked: Asked
  /** Sent just now: the bank's question comes automatically. */
  fresh: boolean
  account: Account
  timeZone: string
}) {
  const { t } = useWords()
  const query = useQuery(paymentQuery(id))
  const payment = query.data
  const bank = useBank(account, payment)
  useNews(payment)
  const askedOnce = useRef(!fresh)
  useEffect(() => {
    if (askedOnce.current || payment?.state !== 'needs_action') return
    askedOnce.current = true
    bank.ask()
  }, [payment, bank])
  if (payment === undefined) {
    if (query.isError) return <Failed error={query.error} onRetry={() => void query.refetch()} />
    return (
      <div className="px-3" aria-busy="true">
        <span className="sr-only">{t('shell.loading')}</span>
        <Skeleton className="mx-auto h-64 max-w-[44rem] rounded-[1.25rem]" />
      </div>
    )
  }
  if (payment.state === 'paid') return <PaidBanner payment={payment} account={account} timeZone={timeZone} />
  return (
    <PaymentStatus payment={payment} bank={bank} again={askedAgain(asked, payment)} silent={query.isError} />
  )
}

/**
 * A payment that ended is said once, and everything that may hang on it is asked anew: the menu follows the
 * plan.
 */
function useNews(payment: Payment | undefined): void {
  const { t } = useWords()
  const before = useRef<Payment['state'] | null>(null)
  const state = payment?.state
  useEffect(() => {
    if (state === undefined || before.current === state) return
    const first = before.current === null
    before.current = state
    if (!first || state === 'paid' || state === 'refused') announce(t(`pay.state.${state}`))
    if (isUnderWay({ state })) return
    for (const part of ['account', 'invoices', 'payments', 'quote'])
      void queryClient.invalidateQueries({ queryKey: ['billing', part] })
    // With its plan a filter comes back that was kept for it.
    for (const queryKey of [sessionQuery.queryKey, botQuery.queryKey, ['filter']])
      void queryClient.invalidateQueries({ queryKey })
  }, [state, t])
}

/** The sign of a payment that was paid: what for, until when, its reference, and the ways on. */
function PaidBanner({
  payment,
  account,
  timeZone,
}: {
  payment: Payment
  account: Account
  timeZone: string
}) {
  const words = useWords()
  const { t, money } = words
  const desktop = useDesktop()
  const { id, amountCents, reference, method, what } = payment
  const driver = recallDriver()
  const home = (
    <ScreenLink screen={homeScreen(driver)} className="act">
      {t('bot.open')}
    </ScreenLink>
  )
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-2 min-[22.5rem]:px-4 lg:px-6">
      <section aria-labelledby="pay-paid" className="sign px-6 py-6">
        <h2 id="pay-paid" className="flex items-center gap-2 text-lg font-bold leading-tight">
          <IconCircleCheck size={26} aria-hidden className="shrink-0" />
          {t('pay.state.paid')}
        </h2>
        <p className="recap-amount tnum">{money(amountCents)}</p>
        <p className="text-xl font-extrabold leading-snug">{purposeWords(words, what)}</p>
        <p className="mt-1 text-lg font-semibold leading-snug">
          {comesOfIt(words, payment, account, timeZone)}
        </p>
        <p className="tnum mt-4 leading-snug [overflow-wrap:anywhere]">
          {t('pay.reference')}: <b className="select-all">{reference}</b>
          {method && <span className="block">{methodWords(method)}</span>}
        </p>
      </section>
      {desktop ? home : <BottomBar>{home}</BottomBar>}
      <div className="flex flex-wrap gap-2">
        <a className="btn" href={downloadAddress('receipt.pdf', { id })} download>
          <IconDownload size={20} aria-hidden className="shrink-0" />
          {t('payments.receipt')}
        </a>
        {what.kind === 'subscription' ? (
          <ScreenLink screen="activation">{t('activation.now')}</ScreenLink>
        ) : (
          <ScreenLink screen={invoicesScreen(nounOf(driver))}>
            {t(account.unpaid.length > 0 ? 'pay.to_open_invoices' : 'pay.to_invoices')}
          </ScreenLink>
        )}
      </div>
    </div>
  )
}

/** Until when the plan lasts, or that the invoice is settled. */
function comesOfIt(
  { t, date }: Words,
  { what }: Payment,
  { active, ahead }: Account,
  timeZone: string,
): string {
  if (what.kind === 'week') return t('pay.invoice_paid', { number: what.number })
  const last = [active, ...ahead].findLast((span) => span?.plan === what.plan)
  return last ? t('pay.active_until', { until: date(last.until, timeZone) }) : t('pay.thanks')
}

type AccountStatus = Exclude<Payment['state'], 'paid'>

const LOOKS = {
  open: { Icon: IconClock, colour: 'text-amber-text' },
  processing: { Icon: IconClock, colour: 'text-amber-text' },
  needs_action: { Icon: IconBuildingBank, colour: 'text-amber-text' },
  refused: { Icon: IconAlertTriangle, colour: 'text-red' },
  canceled: { Icon: IconBan, colour: 'text-muted' },
} as const

/** A payment that is not paid: where it stands, why, and what can be done about it. */
function PaymentStatus({
  payment,
  bank,
  again,
  silent,
}: {
  payment: Payment
  bank: Bank
  /** The search of the address at which it is tried again. */
  again: Record<string, string | number>
  /** The server does not answer at the moment. */
  silent: boolean
}) {
  const words = useWords()
  const { t, money } = words
  const state = payment.state as AccountStatus
  const { Icon, colour } = LOOKS[state]
  const moves = isUnderWay(payment)
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <section aria-labelledby="pay-state" className="card overflow-hidden">
        <div className="lane" data-lit={moves} data-moving={moves} aria-hidden>
          <i />
        </div>
        <div className="px-5 py-5">
          <Icon size={36} aria-hidden className={colour} />
          <h2 id="pay-state" className="mt-2 text-2xl font-extrabold leading-tight tracking-[-0.01em]">
            {t(`pay.state.${state}`)}
          </h2>
          <p className="mt-2 max-w-[52ch] leading-snug">{textOf(words, payment, bank.asks)}</p>
          <dl className="mt-4 grid">
            <Fact name={t('pay.what')} value={purposeWords(words, payment.what)} />
            <Fact name={t('pay.sum')} value={money(payment.amountCents)} />
            {payment.method && <Fact name={t('pay.by')} value={methodWords(payment.method)} />}
            <Fact name={t('pay.reference')} value={payment.reference} />
          </dl>
        </div>
      </section>
      {silent && <Notice kind="plain">{t('pay.silent')}</Notice>}
      {bank.failed && <Notice kind="bad">{t('pay.gateway_silent')}</Notice>}
      <RefusalNotice error={bank.refusal} />
      <Act payment={payment} bank={bank} again={again} />
      <div className="flex flex-wrap gap-2">
        {state === 'needs_action' && (
          <button type="button" className="btn" aria-disabled={bank.busy} onClick={bank.leave}>
            {t('pay.give_up')}
          </button>
        )}
        <ScreenLink screen={homeScreen(recallDriver())}>{t('bot.open')}</ScreenLink>
        <ScreenLink screen="payment-history">{t('title.payment-history')}</ScreenLink>
      </div>
    </div>
  )
}

function textOf(words: Words, { state, reason, method }: Payment, asks: boolean): string {
  const { t } = words
  if (state === 'refused') return reasonWords(words, reason ?? '')
  if (state === 'processing')
    return t(method?.kind === 'bank' ? 'pay.processing_bank' : 'pay.processing_card')
  if (state === 'needs_action') return t(asks ? 'pay.needs_action_text' : 'pay.needs_action_elsewhere')
  return t(state === 'canceled' ? 'pay.canceled_text' : 'pay.open_text')
}

/** The one action: answer the bank, or try again; none while the bank has the word. */
function Act({
  payment: { state },
  bank,
  again,
}: {
  payment: Payment
  bank: Bank
  again: Record<string, string | number>
}) {
  const { t } = useWords()
  const desktop = useDesktop()
  const act =
    state === 'needs_action' && bank.asks ? (
      <button type="button" className="act" aria-disabled={bank.busy} onClick={bank.ask}>
        {t(bank.asking ? 'pay.bank_opening' : 'pay.answer_bank')}
      </button>
    ) : state === 'refused' || state === 'canceled' ? (
      <ScreenLink screen="payment" search={again} className="act">
        {t('pay.try_again')}
      </ScreenLink>
    ) : null
  if (act === null) return null
  return desktop ? act : <BottomBar>{act}</BottomBar>
}

function Fact({ name, value }: { name: string; value: string }) {
  return (
    <div className="bill-sum">
      <dt className="text-muted">{name}</dt>
      <dd className="tnum min-w-0 text-right font-semibold [overflow-wrap:anywhere]">{value}</dd>
    </div>
  )
}

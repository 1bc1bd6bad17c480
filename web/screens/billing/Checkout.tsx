import { useId, useRef, useState } from 'react'
import type { ReactNode } from 'react'
import type { Saved } from '../../card-gateway.ts'
import { useWords } from '../../i18n.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { submit } from '../../ui/submit.ts'
import { MethodPicker } from './MethodPicker.tsx'
import { PriceLines } from './PriceLines.tsx'
import { Refusal } from './Refusal.tsx'
import { SaveRefusal } from './SaveRefusal.tsx'
import { TestMode } from './TestMode.tsx'
import type { Order } from './order.ts'
import type { Price } from './price.ts'
import type { Account } from './queries.ts'
import type { MethodChoice } from './use-method-choice.ts'
import type { PayScreen } from './use-order.ts'

/** The sum with its lines, the way to pay it, and the one button. */
export function Checkout({
  title,
  aside,
  price,
  old,
  choice,
  orderOf,
  account,
  pay,
}: Pick<PayScreen, 'account' | 'pay'> & {
  title: string
  /** Beneath the sum: until when it lasts, by when it is to be paid. */
  aside?: ReactNode
  price: Price
  /** Another sum is on its way. */
  old: boolean
  choice: MethodChoice
  /** The order of what is seen. */
  orderOf: (methodId: string | undefined, expectCents: number) => Order
}) {
  const { t, money } = useWords()
  const id = useId()
  const { busy, saving, saved, send } = useSend({ price, old, choice, orderOf, pay })
  const { state } = pay
  const free = price.totalCents === 0
  const go = free ? t('pay.go_free') : t('pay.go', { sum: money(price.totalCents) })
  const able = free || account.gateway.publishableKey !== ''
  return (
    <form
      id={id}
      noValidate
      className="mx-auto grid w-full max-w-[64rem] content-start gap-5 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[minmax(0,1fr)_26rem] lg:gap-x-10 lg:px-6"
      onSubmit={submit(() => able && send())}
    >
      <section aria-labelledby={`${id}-sum`} className="grid content-start gap-4 lg:order-2">
        <div className="card px-4 py-4 lg:px-5">
          <h2 id={`${id}-sum`} className="mb-1 text-lg font-extrabold leading-tight">
            {title}
          </h2>
          <div aria-busy={old} className={old ? 'opacity-60' : ''}>
            <PriceLines price={price} />
          </div>
          {aside}
        </div>
      </section>
      <div className="grid content-start gap-4">
        <Way free={free} able={able} choice={choice} account={account} />
        {saved !== null && <SaveRefusal saved={saved} gateway={account.gateway} />}
        {state.phase === 'none' && state.problem !== null && <Refusal problem={state.problem} />}
        {able && (
          <FormAct form={id} busy={busy || old}>
            {saving ? t('form.saving') : state.phase === 'sending' ? t('pay.paying') : go}
          </FormAct>
        )}
      </div>
    </form>
  )
}

function Way({
  free,
  able,
  choice,
  account,
}: {
  free: boolean
  /** There is a gateway to pay by. */
  able: boolean
  choice: MethodChoice
  account: Account
}) {
  const { t } = useWords()
  if (free) return <p className="text-lg font-semibold leading-snug">{t('pay.free')}</p>
  return (
    <>
      <TestMode account={account} />
      {able ? (
        <MethodPicker choice={choice} testMode={account.gateway.testMode} />
      ) : (
        <Notice kind="bad">{t('pay.no_gateway')}</Notice>
      )}
    </>
  )
}

/**
 * What the button does: saves what was typed, then sends the order. A second tap finds the first one busy.
 */
function useSend({
  price,
  old,
  choice,
  orderOf,
  pay,
}: {
  price: Price
  old: boolean
  choice: MethodChoice
  orderOf: (methodId: string | undefined, expectCents: number) => Order
  pay: PayScreen['pay']
}) {
  const [saving, setSaving] = useState(false)
  const [saveOutcome, setSaveOutcome] = useState<Saved | null>(null)
  const isTapped = useRef(false)
  const sending = pay.state.phase === 'sending'

  const send = async () => {
    if (isTapped.current || sending || old) return
    if (price.totalCents === 0) return pay.place(orderOf(undefined, 0))
    isTapped.current = true
    setSaveOutcome(null)
    setSaving(choice.chosen === 'new')
    try {
      const outcome = await choice.take()
      if (outcome.outcome === 'saved') pay.place(orderOf(outcome.methodId, price.totalCents))
      else setSaveOutcome(outcome)
    } finally {
      isTapped.current = false
      setSaving(false)
    }
  }
  return { busy: saving || sending, saving, saved: saveOutcome, send }
}

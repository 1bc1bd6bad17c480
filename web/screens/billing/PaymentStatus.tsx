import { IconAlertTriangle } from '../../icons/alert-triangle.ts'
import { IconBan } from '../../icons/ban.ts'
import { IconBuildingBank } from '../../icons/building-bank.ts'
import { IconClock } from '../../icons/clock.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { useDesktop } from '../../ui/media.ts'
import { homeScreen } from '../shell/menu.ts'
import { methodWords, purposeWords, reasonWords } from './names.ts'
import { isUnderWay } from './queries.ts'
import type { Payment } from './queries.ts'
import type { Bank } from './use-bank.ts'

type AccountStatus = Exclude<Payment['state'], 'paid'>

const LOOKS = {
  open: { Icon: IconClock, colour: 'text-amber-text' },
  processing: { Icon: IconClock, colour: 'text-amber-text' },
  needs_action: { Icon: IconBuildingBank, colour: 'text-amber-text' },
  refused: { Icon: IconAlertTriangle, colour: 'text-red' },
  canceled: { Icon: IconBan, colour: 'text-muted' },
} as const

/** A payment that is not paid: where it stands, why, and what can be done about it. */
export function PaymentStatus({
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
        <ScreenLink screen={homeScreen(recallDriver())}>{t('pay.to_home')}</ScreenLink>
        <ScreenLink screen="payment-history">{t('pay.to_history')}</ScreenLink>
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

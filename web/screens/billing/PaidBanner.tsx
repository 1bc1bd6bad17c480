import { IconCircleCheck } from '../../icons/circle-check.ts'
import { IconDownload } from '../../icons/download.ts'
import { downloadAddress } from '../../downloads.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { useDesktop } from '../../ui/media.ts'
import { invoicesScreen, nounOf } from '../invoices/names.ts'
import { homeScreen } from '../shell/menu.ts'
import { methodWords, purposeWords } from './names.ts'
import type { Account, Payment } from './queries.ts'

/** The sign of a payment that was paid: what for, until when, its reference, and the ways on. */
export function PaidBanner({
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
      {t('pay.to_home')}
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
          <ScreenLink screen="activation">{t('pay.to_activation')}</ScreenLink>
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

import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { useDesktop } from '../../ui/media.ts'
import { PriceLines } from './PriceLines.tsx'
import { TestMode } from './TestMode.tsx'
import { stackingOf, writeChoice } from './choice.ts'
import { priceOfQuote } from './price.ts'
import type { Account, Quote, Order } from './queries.ts'
import type { LivePrice } from './use-price.ts'

/**
 * What the choice comes to line by line, until when it lasts with what is paid for already, and the way on.
 */
export function PriceCard({
  account,
  choice,
  price,
  timeZone,
}: {
  account: Account
  choice: Order
  price: LivePrice
  timeZone: string | undefined
}) {
  const words = useWords()
  const { t } = words
  const desktop = useDesktop()
  const { quote } = price
  const go = <Go account={account} choice={choice} price={price} />
  return (
    <section
      aria-labelledby="activation-price"
      className="grid content-start gap-3 self-start lg:sticky lg:top-20"
    >
      <div className="card px-4 py-4 lg:px-5">
        <h2 id="activation-price" className="text-lg font-extrabold">
          {t('price.title')}
        </h2>
        {quote === undefined ? (
          <NoPrice price={price} />
        ) : (
          <div aria-busy={price.old} className={price.old ? 'opacity-60' : ''}>
            <PriceLines price={priceOfQuote(words, choice, quote, price.methodKind)} />
            {price.refused !== null && (
              <p className="mt-1 text-sm leading-snug text-muted">{t('activation.coupon_without')}</p>
            )}
            <p className="mt-2 font-semibold leading-snug">
              {stackWords(words, account, choice, quote, timeZone)}
            </p>
            <CreditsLeft account={account} used={quote.creditsUsed} />
          </div>
        )}
        {desktop && <div className="mt-4">{go}</div>}
      </div>
      <TestMode account={account} />
      {!desktop && <BottomBar>{go}</BottomBar>}
    </section>
  )
}

function stackWords(
  { t, date }: Words,
  account: Account,
  { plan }: Order,
  quote: Quote,
  timeZone: string | undefined,
): string {
  const until = date(quote.until, timeZone)
  return t(`activation.stack.${stackingOf(account, plan)}`, { plan: t(`plan.${plan}`), until })
}

function CreditsLeft({ account: { credits }, used }: { account: Account; used: number }) {
  const { t } = useWords()
  const count = credits.available - used
  if (used === 0 || count <= 0) return null
  return <p className="mt-1 text-sm leading-snug text-muted">{t('activation.credits_left', { count })}</p>
}

function NoPrice({ price: { error, retry } }: { price: LivePrice }) {
  const { t } = useWords()
  if (error !== null) return <Failed error={error} onRetry={retry} />
  return (
    <div aria-busy="true">
      <span className="sr-only">{t('shell.loading')}</span>
      <Skeleton className="mt-2 h-24 rounded-xl" />
    </div>
  )
}

/** To the payment; to the one that is under way where there is one, since a second would be refused. */
function Go({
  account: { underWay },
  choice,
  price: { quote },
}: {
  account: Account
  choice: Order
  price: LivePrice
}) {
  const { t, money } = useWords()
  const waiting = underWay.find(({ what }) => what.kind === 'subscription')
  if (waiting)
    return (
      <ScreenLink screen="payment" search={{ payment: waiting.id }} className="act">
        {t('payments.look')}
      </ScreenLink>
    )
  return (
    <ScreenLink screen="payment" search={writeChoice(choice)} className="act">
      {quote === undefined
        ? t('activation.go_waiting')
        : quote.totalCents === 0
          ? t('activation.go_free')
          : t('activation.go', { sum: money(quote.totalCents) })}
    </ScreenLink>
  )
}

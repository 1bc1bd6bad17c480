import { useQuery } from '@tanstack/react-query'
import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { api, toProblem } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconPlayerPlayFilled } from '../../icons/first.ts'
import { isBilled } from '../../paid.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { useDesktop } from '../../ui/media.ts'
import { inMoney } from '../billing/price-words.ts'
import { pricesQuery } from '../billing/queries.ts'
import { Refusal } from '../bot/Refusal.tsx'
import { readBotAgain, useBotAction } from '../bot/use-bot-action.ts'

/** How long a first run that only watches lasts. */
const WATCHED_MINUTES = 1_440

/** The first start, with what a win costs; it may only watch at first. */
export function StartStep({ variant }: { variant: Variant }) {
  const { t } = useWords()
  const desktop = useDesktop()
  const start = useStart({})
  const watch = useStart({ shadowMinutes: WATCHED_MINUTES })
  const error = start.error ?? watch.error
  const busy = start.isPending || watch.isPending
  const acts = (
    <div className="grid gap-2">
      {error && (
        <Refusal
          problem={toProblem(error)}
          onRetry={() => (start.error ? start : watch).mutate()}
          onClose={() => {
            start.reset()
            watch.reset()
          }}
        />
      )}
      <StartPrice variant={variant} />
      <button type="button" className="act" aria-disabled={busy} onClick={() => busy || start.mutate()}>
        <IconPlayerPlayFilled size={22} aria-hidden className="shrink-0" />
        {t(start.isPending ? 'home.starting' : 'home.start')}
      </button>
      <button
        type="button"
        className="btn !min-h-13"
        aria-disabled={busy}
        onClick={() => busy || watch.mutate()}
      >
        {t('setup.watch')}
      </button>
    </div>
  )
  return <div className="grid gap-3">{desktop ? acts : <BottomBar>{acts}</BottomBar>}</div>
}

function useStart(options: { shadowMinutes?: number }) {
  return useBotAction(
    () => api.bot.start({ mode: 'regular', liveLog: true, appVersion: APP_VERSION, ...options }),
    readBotAgain,
  )
}

/** What a win will cost, said before the bot is first started. */
function StartPrice({ variant }: { variant: Variant }) {
  const { t, money } = useWords()
  const { data: prices } = useQuery(pricesQuery)
  const { hasPlans, word } = describeVariant(variant)
  const isIncluded = hasPlans && recallDriver()?.plan !== 'basic'
  if (prices === undefined || !isBilled(variant)) return null
  return (
    <p className="px-1 text-center text-sm leading-snug text-muted">
      {isIncluded
        ? t('price.start_plan')
        : word === 'trip'
          ? t('price.start_trip', inMoney(money, prices.tripCents))
          : t('price.start_block', { block: money(prices.blockCents) })}
    </p>
  )
}

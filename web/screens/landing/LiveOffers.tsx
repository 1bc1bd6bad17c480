import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import type { Facts } from './queries.ts'

type Judged = Facts['offers'][number]

/** Newer than this is "just now". */
const JUST_NOW_MS = 60_000

/** The newest offers of an app that any bot saw, each with the verdict of the sample filter. */
export function LiveOffers({
  facts,
  variant,
  failed,
}: {
  facts: Facts | undefined
  variant: Variant
  failed: boolean
}) {
  const { t } = useWords()
  const offers = facts?.offers.filter((offer) => offer.variant === variant) ?? []
  const moving = offers.length > 0
  return (
    <>
      <div className="card landing-live">
        <div className="lane" data-lit={moving} data-moving={moving} aria-hidden>
          <i />
        </div>
        {facts === undefined ? (
          <p className="landing-empty">{t(failed ? 'landing.live_failed' : 'landing.live_loading')}</p>
        ) : offers.length === 0 ? (
          <p className="landing-empty">{t('landing.live_none')}</p>
        ) : (
          <ul>
            {offers.map((offer) => (
              <Row key={offer.id} offer={offer} />
            ))}
          </ul>
        )}
      </div>
      {facts?.simulated && <p className="landing-note">{t('landing.live_simulated')}</p>}
    </>
  )
}

function Row({ offer }: { offer: Judged }) {
  const words = useWords()
  const { t, dayTime, hours } = words
  const now = useServerTime(10_000)
  const { stationCode, city, state, startAt, endAt, timeZone, failed } = offer
  const age = now - offer.seenAt
  return (
    <li className="landing-row" data-fits={failed === null}>
      <span className="landing-verdict">{t(failed === null ? 'landing.fits' : 'landing.skipped')}</span>
      <span className="landing-where">
        <b>{stationCode}</b> {city}, {state}
      </span>
      <span className="landing-pay tnum">{payOf(words, offer)}</span>
      <span className="landing-why">
        {dayTime(startAt, timeZone)}, {`${offer.endEstimated ? '~' : ''}${hours(endAt - startAt)}`}.{' '}
        {sayWhy(words, offer)}
      </span>
      <span className="landing-age">
        {age < JUST_NOW_MS ? t('landing.just_now') : t('landing.ago', { time: words.span(age) })}
      </span>
    </li>
  )
}

/** The pay, in its currency, or that it is not stated. */
function payOf({ money, t }: Words, { payCents, payBasis, currency }: Judged): string {
  return payBasis ? t('landing.pay_unknown') : money(payCents, currency)
}

function sayWhy({ t, money }: Words, offer: Judged): string {
  const { failed, payCents, startAt, endAt } = offer
  if (failed === null && describeVariant(offer.variant).filterShape === 'trips')
    return t('landing.why.fits_trip', { pay: money(payCents, offer.currency) })
  if (failed === null) {
    const pay = money(Math.round(payCents / ((endAt - startAt) / 3_600_000)), offer.currency)
    return t('landing.why.fits', { pay })
  }
  const { rule, value, limit } = failed
  if (rule === 'pay_known') return t('landing.why.pay_unknown')
  if (rule === 'schedule') return t('landing.why.hours')
  if (typeof value !== 'number') return t('landing.why.other')
  if (rule === 'time') return t('landing.why.soon', { value: Math.max(0, value) })
  if (typeof limit !== 'number') return t('landing.why.other')
  const sums = { value: money(value, offer.currency), limit: money(limit, offer.currency) }
  if (rule === 'price_per_hour') return t('landing.why.pay', sums)
  return rule === 'price_kind' ? t('landing.why.trip', sums) : t('landing.why.other')
}

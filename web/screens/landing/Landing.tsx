import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { LANDING_VALUES, landingValues } from '@madruga/core/landing.ts'
import type { LandingValues } from '@madruga/core/landing.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { FIRST_VARIANT, VARIANTS, describeVariant } from '@madruga/core/variants.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Navigate } from '../../ui/Navigate.tsx'
import { startScreen } from '../shell/menu.ts'
import { LandingPage } from './LandingPage.tsx'
import { NearYou } from './NearYou.tsx'
import { factsQuery } from './queries.ts'
import type { Facts } from './queries.ts'
import './landing.css'

/** How often the newest offers are read while the page is in sight. */
const READ_EVERY_MS = 4_000

/** The first page, for strangers; a person with a session goes where the app opens. */
export function Landing() {
  const words = useWords()
  const session = useQuery(sessionQuery)
  const facts = useQuery({ ...factsQuery, refetchInterval: READ_EVERY_MS })
  const values = valuesOf(words, facts.data)
  const variants = VARIANTS.filter((each) => values[each] !== '')
  const [choice, choose] = useState<Variant | null>(null)
  const variant = choice ?? variants[0] ?? FIRST_VARIANT
  const title = words.t('landing.title', { blocks: values.blocks })
  useEffect(() => {
    document.title = title
  }, [title])
  if (session.data) return <Navigate to={`/${startScreen(session.data)}`} />
  return (
    <LandingPage
      text={(key, params = {}) => words.say(key, params)}
      values={values}
      language={words.language}
      variant={variant}
      choice={<AppChoice variants={variants} variant={variant} onChoose={choose} />}
      live={<LiveOffers facts={facts.data} variant={variant} failed={facts.isError} />}
      near={<NearYou variant={variant} />}
    />
  )
}

/** Which app the visitor drives for, where the service knows several. */
function AppChoice({
  variants,
  variant,
  onChoose,
}: {
  variants: readonly Variant[]
  variant: Variant
  onChoose: (variant: Variant) => void
}) {
  const { t } = useWords()
  return (
    <fieldset className="landing-choice" hidden={variants.length < 2}>
      <legend>{t('landing.app')}</legend>
      {variants.map((app) => (
        <label key={app}>
          <input type="radio" name="landing-app" checked={variant === app} onChange={() => onChoose(app)} />
          {t(`landing.app_${app}`)}
        </label>
      ))}
    </fieldset>
  )
}

/** What the page says, once the server has answered; until then what the server wrote into it. */
function valuesOf({ language, money, time }: Words, facts: Facts | undefined): LandingValues {
  if (!facts) return readValuesOfPage()
  return landingValues(facts, {
    language,
    money: (cents) => money(cents),
    time: (minute) => time(minute * 60_000, 'UTC'),
  })
}

/** What the server wrote into the page; dashes in a page that came without it. */
function readValuesOfPage(): LandingValues {
  const text = document.querySelector<HTMLMetaElement>('meta[name="landing"]')?.content ?? ''
  const dashes = Object.fromEntries(LANDING_VALUES.map((name) => [name, '–'])) as LandingValues
  try {
    return { ...dashes, ...(JSON.parse(text) as Partial<LandingValues>) }
  } catch {
    return dashes
  }
}

type Judged = Facts['offers'][number]

/** Newer than this is "just now". */
const JUST_NOW_MS = 60_000

/** The newest offers of an app that any bot saw, each with the verdict of the sample filter. */
function LiveOffers({
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

import { LANDING_VALUES, landingValues } from '@madruga/core/landing.ts'
import type { LandingValues } from '@madruga/core/landing.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { FIRST_VARIANT, VARIANTS } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Navigate } from '../../ui/Navigate.tsx'
import { startScreen } from '../shell/menu.ts'
import { LandingPage } from './LandingPage.tsx'
import { LiveOffers } from './LiveOffers.tsx'
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
  const [chosen, choose] = useState<Variant | null>(null)
  const variant = chosen ?? variants[0] ?? FIRST_VARIANT
  const title = words.t('landing.title', { blocks: values.blocks })
  useEffect(() => {
    document.title = title
  }, [title])
  if (session.data) return <Navigate to={`/${startScreen(session.data)}`} />
  return (
    <LandingPage
      text={(key, given = {}) => words.say(key, given)}
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
  const given = document.querySelector<HTMLMetaElement>('meta[name="landing"]')?.content ?? ''
  const dashes = Object.fromEntries(LANDING_VALUES.map((name) => [name, '–'])) as LandingValues
  try {
    return { ...dashes, ...(JSON.parse(given) as Partial<LandingValues>) }
  } catch {
    return dashes
  }
}

import type { LandingValues } from '@madruga/core/landing.ts'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { ComponentProps, ReactNode } from 'react'
import type { LandingKey } from '../../i18n.ts'

/**
 * The first page without anything that moves: the build renders it for browsers without scripts and for
 * search engines, and the app renders it again with its parts.
 */
export function LandingPage({
  text,
  values,
  language,
  both = false,
  variant,
  choice,
  live,
  near,
}: {
  /** A text with the page's values. */
  text: (key: LandingKey, values?: Record<string, string>) => string
  values: LandingValues
  language: Language
  /** Says everything, what depends on a value marked with it, so that the server leaves what is so. */
  both?: boolean
  /** Whose sample filter is described; undefined: every one. */
  variant?: Variant
  choice?: ReactNode
  live: ReactNode
  near: ReactNode
}) {
  const t = (key: LandingKey) => text(key, values)
  const page = { t, values, both }
  return (
    <div className="landing">
      <header className="landing-bar">
        <span className="landing-name">Madruga</span>
        {LANGUAGE_CODES.filter((other) => other !== language).map((other) => (
          <a key={other} href={`?lang=${other}`} hrefLang={other} lang={other}>
            {LANGUAGES[other].name}
          </a>
        ))}
        <a className="landing-in" href="#/login">
          {t('landing.sign_in')}
        </a>
      </header>
      <main id="main">
        <Hero {...page} />
        <Offers {...page} variant={variant} choice={choice} live={live} />
        <img
          className="landing-picture"
          src={language === 'en' ? './home.webp' : `./home.${language}.webp`}
          alt={t('landing.picture')}
          width={390}
          height={682}
          loading="lazy"
          decoding="async"
        />
        <If name="market" of={page} as="section" aria-labelledby="landing-near">
          <h2 id="landing-near">{t('landing.near')}</h2>
          {near}
        </If>
        <Prices {...page} />
        <Questions {...page} />
      </main>
      <footer className="landing-foot">
        <a href="#/termsandcondition">{t('landing.terms')}</a>
        <a href="#/privacy-policy">{t('landing.privacy')}</a>
        <a href="#/login">{t('landing.sign_in')}</a>
      </footer>
    </div>
  )
}

type Page = { t: (key: LandingKey) => string; values: LandingValues; both: boolean }

/** What this is, and the way in. */
function Hero(page: Page) {
  return (
    <section className="landing-hero">
      <div className="sign landing-sign">
        <h1>{page.t('landing.hello')}</h1>
        <p>{page.t('landing.what')}</p>
      </div>
      <a className="act" href="#/register">
        <If name="market" as="span" of={page}>
          {page.t('landing.try')}
        </If>
        <If name="market" as="span" unless of={page}>
          {page.t('landing.register')}
        </If>
      </a>
      <If name="paid" of={page} className="landing-note">
        {page.t('landing.register_note')}
      </If>
      <If name="paid" unless of={page} className="landing-note">
        {page.t('landing.register_free')}
      </If>
    </section>
  )
}

/** A part of the page that depends on a value: marked for the server, or shown by the value. */
function If({
  name,
  unless = false,
  of: { values, both },
  as: Tag = 'p',
  ...props
}: { name: keyof LandingValues; unless?: boolean; of: Page; as?: 'p' | 'section' | 'div' | 'span' } & Pick<
  ComponentProps<'section'>,
  'aria-labelledby' | 'children' | 'className'
>) {
  // The mark comes first: the server looks for it there.
  if (both) return <Tag {...{ [unless ? 'data-unless' : 'data-if']: name }} {...props} />
  return (values[name] === '') === unless && <Tag {...props} />
}

/** The newest offers, below the choice of an app and its sample filter. */
function Offers({
  variant,
  choice,
  live,
  ...page
}: Page & { variant: Variant | undefined; choice: ReactNode; live: ReactNode }) {
  const { t } = page
  return (
    <If name="market" of={page} as="section" aria-labelledby="landing-live">
      <h2 id="landing-live">{t('landing.live')}</h2>
      {choice}
      {(variant === undefined || variant === 'amazon') && (
        <p className="landing-note">{t('landing.live_text')}</p>
      )}
      {(variant === undefined || variant === 'spark') && (
        <p className="landing-note">{t('landing.live_trips')}</p>
      )}
      {live}
    </If>
  )
}

function Prices({ t, ...page }: Page) {
  const of = { t, ...page }
  return (
    <If name="paid" of={of} as="section" aria-labelledby="landing-prices">
      <h2 id="landing-prices">{t('landing.prices')}</h2>
      <dl className="landing-prices">
        <div>
          <dt>{t('landing.basic')}</dt>
          <dd>
            {(['amazon', 'spark', 'courier'] as const).map((app) => (
              <If key={app} name={app} of={of}>
                {t(`landing.basic_${app}`)}
              </If>
            ))}
            <p>{t('landing.basic_week')}</p>
          </dd>
        </div>
        {(['advanced', 'professional'] as const).map((plan) => (
          <If key={plan} name="amazon" of={of} as="div">
            <dt>{t(`landing.${plan}`)}</dt>
            <dd>{t(`landing.${plan}_text`)}</dd>
          </If>
        ))}
      </dl>
      <p className="landing-note">{t('landing.extras')}</p>
    </If>
  )
}

function Questions({ t, ...page }: Page) {
  const of = { t, ...page }
  return (
    <section aria-labelledby="landing-questions">
      <h2 id="landing-questions">{t('landing.questions')}</h2>
      <h3>{t('landing.allowed')}</h3>
      <p>{t('landing.allowed_text')}</p>
      <If name="market" of={of}>
        {t('landing.allowed_market')}
      </If>
      <If name="courier" of={of}>
        {t('landing.allowed_courier')}
      </If>
      <p>{t('landing.allowed_more')}</p>
      <h3>{t('landing.password')}</h3>
      <p>{t('landing.password_text')}</p>
      <h3>{t('landing.who')}</h3>
      <If name="operator" of={of}>
        {t('landing.who_text')}
      </If>
      <If name="contact" of={of}>
        {t('landing.who_contact')}
      </If>
      <If name="operator" unless of={of}>
        {t('landing.who_unknown')}
      </If>
    </section>
  )
}

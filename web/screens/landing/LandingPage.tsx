import type { LandingValues } from '@madruga/core/landing.ts'
import type { ReactNode } from 'react'
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
  live,
  near,
}: {
  /** A text with the page's values. */
  text: (key: LandingKey, values?: Record<string, string>) => string
  values: LandingValues
  language: 'en' | 'es'
  /** Says who runs the service, and that nobody is named, marked so that the server leaves one of them. */
  both?: boolean
  live: ReactNode
  near: ReactNode
}) {
  const t = (key: LandingKey) => text(key, values)
  const other = language === 'en' ? 'es' : 'en'
  return (
    <div className="landing">
      <header className="landing-bar">
        <span className="landing-name">Madruga</span>
        <a href={`?lang=${other}`} hrefLang={other} lang={other}>
          {t('landing.other_language')}
        </a>
        <a className="landing-in" href="#/login">
          {t('landing.sign_in')}
        </a>
      </header>
      <main id="main">
        <section className="landing-hero">
          <div className="sign landing-sign">
            <h1>{t('landing.hello')}</h1>
            <p>{t('landing.what')}</p>
          </div>
          <a className="act" href="#/register">
            {t('landing.register')}
          </a>
          <p className="landing-note">{t('landing.register_note')}</p>
        </section>
        <section aria-labelledby="landing-live">
          <h2 id="landing-live">{t('landing.live')}</h2>
          <p className="landing-note">
            {t('landing.live_text')} {t('landing.live_trips')}
          </p>
          {live}
        </section>
        <section aria-labelledby="landing-near">
          <h2 id="landing-near">{t('landing.near')}</h2>
          {near}
        </section>
        <Prices t={t} />
        <Questions t={t} values={values} both={both} />
      </main>
      <footer className="landing-foot">
        <a href="#/termsandcondition">{t('landing.terms')}</a>
        <a href="#/privacy-policy">{t('landing.privacy')}</a>
        <a href="#/login">{t('landing.sign_in')}</a>
      </footer>
    </div>
  )
}

type Say = (key: LandingKey) => string

function Prices({ t }: { t: Say }) {
  return (
    <section aria-labelledby="landing-prices">
      <h2 id="landing-prices">{t('landing.prices')}</h2>
      <dl className="landing-prices">
        {(['basic', 'advanced', 'professional'] as const).map((plan) => (
          <div key={plan}>
            <dt>{t(`landing.${plan}`)}</dt>
            <dd>{t(`landing.${plan}_text`)}</dd>
          </div>
        ))}
      </dl>
      <p className="landing-note">{t('landing.extras')}</p>
    </section>
  )
}

function Questions({ t, values, both }: { t: Say; values: LandingValues; both: boolean }) {
  return (
    <section aria-labelledby="landing-questions">
      <h2 id="landing-questions">{t('landing.questions')}</h2>
      <h3>{t('landing.allowed')}</h3>
      <p>{t('landing.allowed_text')}</p>
      <p>{t('landing.allowed_more')}</p>
      <h3>{t('landing.password')}</h3>
      <p>{t('landing.password_text')}</p>
      <h3>{t('landing.who')}</h3>
      {(both || values.operator !== '') && <p data-if="operator">{t('landing.who_text')}</p>}
      {(both || values.contact !== '') && <p data-if="contact">{t('landing.who_contact')}</p>}
      {(both || values.operator === '') && <p data-unless="operator">{t('landing.who_unknown')}</p>}
    </section>
  )
}

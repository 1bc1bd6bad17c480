import { useSearch } from '../../address.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { TERMS_VERSION } from '@madruga/core/accounts.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { SCREENS } from '../table.ts'
import type { DocumentName, ShownDocument } from './content.ts'
import { useDocument } from './use-document.ts'
import { Prose } from './Prose.tsx'
import './help.css'
import { dateFormat } from '@madruga/core/formats.ts'

const ADDRESS = { terms: 'termsandcondition', privacy: 'privacy-policy' } as const

/** The terms of service. */
export function Terms() {
  return <LegalPage name="terms" />
}

/** The privacy policy. */
export function Privacy() {
  return <LegalPage name="privacy" />
}

/** A document with its contents; `?section=fees` opens one of its parts. Public. */
export function LegalPage({ name }: { name: DocumentName }) {
  const content = useDocument(name)
  if (content.isError) return <Failed error={content.error} onRetry={() => void content.refetch()} />
  if (!content.data) {
    return (
      <div className="help" aria-busy="true">
        <SkeletonRows rows={8} />
      </div>
    )
  }
  return <Shown name={name} content={content.data} />
}

function Shown({ name, content }: { name: DocumentName; content: ShownDocument }) {
  const words = useWords()
  const { t, say } = words
  const { section } = useSearch()
  const guest = useQuery(sessionQuery).data === null
  const other = name === 'terms' ? 'privacy' : 'terms'
  const sections = Object.entries(content.sections)
  useEffect(() => {
    if (section === undefined) return
    const heading = document.getElementById(`section-${section}`)
    heading?.scrollIntoView()
    heading?.focus({ preventScroll: true })
  }, [section])
  const date = dateFormat(words.locale, { dateStyle: 'long', timeZone: 'UTC' })
  return (
    <div className="legal">
      <nav aria-label={t('document.contents')} className="legal-contents card">
        <h2 className="font-extrabold">{t('document.contents')}</h2>
        <ol>
          {sections.map(([id, { title }]) => (
            <li key={id}>
              <ScreenLink screen={ADDRESS[name]} search={{ section: id }} className="legal-jump">
                {title}
              </ScreenLink>
            </li>
          ))}
        </ol>
      </nav>
      <article className="card legal-text">
        <p className="font-semibold text-amber-text">
          {t('document.version', { date: date.format(new Date(TERMS_VERSION)) })}
        </p>
        <Prose text={content.intro} />
        <p className="text-muted">{t('document.operator')}</p>
        {sections.map(([id, { title, text }], index) => (
          <section key={id} aria-labelledby={`section-${id}`} className="grid gap-2">
            <h2 id={`section-${id}`} tabIndex={-1}>
              {index + 1}. {title}
            </h2>
            <Prose text={text} />
          </section>
        ))}
        <div className="flex flex-wrap gap-2 pt-2">
          <ScreenLink screen={ADDRESS[other]}>
            {t('document.other', { title: say(SCREENS[ADDRESS[other]].title) })}
          </ScreenLink>
          {guest ? (
            <ScreenLink screen="login">{t('title.login')}</ScreenLink>
          ) : (
            <ScreenLink screen="support">{t('document.ask')}</ScreenLink>
          )}
        </div>
      </article>
    </div>
  )
}

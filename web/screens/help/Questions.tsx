import { navigate, useSearch } from '../../address.ts'
import { useQuery } from '@tanstack/react-query'
import { IconSearch } from '../../icons/search.ts'
import { IconX } from '../../icons/x.ts'
import { useEffect, useRef, useState } from 'react'
import { isBilled } from '../../paid.ts'
import { useWords } from '../../i18n.ts'
import { serviceQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Answer } from './Answer.tsx'
import { questionsQuery } from './content.ts'
import type { Questions as Content } from './content.ts'
import { searchQuestions, wordsOfQuery } from './search.ts'
import './help.css'

/** The address follows the input after a pause: browsers limit the rate of changes. */
const ADDRESS_AFTER_MS = 350

/** Questions and answers: `?q=` searches, `?open=` opens one. */
export function Questions() {
  const { language } = useWords()
  const content = useQuery(questionsQuery(language, useVariant()))
  if (content.isError) return <Failed error={content.error} onRetry={() => void content.refetch()} />
  if (!content.data) {
    return (
      <div className="help" aria-busy="true">
        <SkeletonRows rows={8} />
      </div>
    )
  }
  return <Listed content={content.data} />
}

function Listed({ content }: { content: Content }) {
  const { t } = useWords()
  const { query, setQuery, wanted, show } = useAsked()
  const words = wordsOfQuery(query)
  const app = useVariant()
  const { variants: offered = [app] } = useQuery(serviceQuery).data ?? {}
  const found = searchQuestions(content, query, { apps: [app], paid: isBilled(app), offered })
  const searching = words.length > 0
  return (
    <div className="help">
      <SearchBox query={query} onQuery={setQuery} count={found.length} />
      <Topics content={content} hidden={searching} />
      {searching ? (
        <section aria-label={t('faq.search')} className="help-list">
          {found.map((one) => (
            <Answer
              key={`${one.id} ${query}`}
              question={one}
              words={words}
              open={wanted === one.id || one.inAnswer || found.length <= 3}
              onOpen={show}
            />
          ))}
        </section>
      ) : (
        Object.entries(content)
          .filter(([id]) => found.some(({ group }) => group === id))
          .map(([id, group]) => (
            <section key={id} aria-labelledby={`group-${id}`} className="grid gap-2">
              <h2 id={`group-${id}`} tabIndex={-1} className="text-xl font-extrabold outline-none">
                {group.title}
              </h2>
              <div className="help-list">
                {found
                  .filter((one) => one.group === id)
                  .map((one) => (
                    <Answer
                      key={one.id}
                      question={one}
                      words={words}
                      open={wanted === one.id}
                      onOpen={show}
                    />
                  ))}
              </div>
            </section>
          ))
      )}
      <AskSupport nothing={found.length === 0} />
    </div>
  )
}

function SearchBox({
  query,
  onQuery,
  count,
}: {
  query: string
  onQuery: (query: string) => void
  count: number
}) {
  const { t } = useWords()
  return (
    <search className="help-search">
      <label htmlFor="faq-search" className="font-semibold">
        {t('faq.search')}
      </label>
      <div className="relative">
        <IconSearch size={22} aria-hidden className="help-glass" />
        <input
          id="faq-search"
          type="search"
          enterKeyHint="search"
          autoComplete="off"
          className="field help-input"
          aria-describedby="faq-hint"
          value={query}
          onChange={(event) => onQuery(event.target.value)}
        />
        {query !== '' && (
          <button
            type="button"
            className="help-clear"
            aria-label={t('faq.clear')}
            onClick={() => onQuery('')}
          >
            <IconX size={20} aria-hidden />
          </button>
        )}
      </div>
      <p id="faq-hint" className="text-sm text-muted">
        {t('faq.search_hint')}
      </p>
      <output className="tnum block font-bold">{t('faq.count', { count: count })}</output>
    </search>
  )
}

/** The groups, each with a jump to its heading. */
function Topics({ content, hidden }: { content: Content; hidden: boolean }) {
  const { t } = useWords()
  return (
    <nav aria-label={t('faq.groups')} className="help-topics" hidden={hidden}>
      {Object.entries(content).map(([id, group]) => (
        <button
          key={id}
          type="button"
          className="btn"
          onClick={() => {
            const heading = document.getElementById(`group-${id}`)
            heading?.scrollIntoView()
            heading?.focus({ preventScroll: true })
          }}
        >
          {group.title}
        </button>
      ))}
    </nav>
  )
}

function AskSupport({ nothing }: { nothing: boolean }) {
  const { t } = useWords()
  return (
    <section className="card grid justify-items-start gap-1 p-5">
      {nothing && (
        <>
          <h2 className="text-xl font-extrabold">{t('faq.none')}</h2>
          <p className="text-muted">{t('faq.none_text')}</p>
        </>
      )}
      {!nothing && <p className="text-muted">{t('faq.ask_text')}</p>}
      <ScreenLink screen="support" strong>
        {t('faq.ask')}
      </ScreenLink>
    </section>
  )
}

/** Query and opened question, mirrored in the address so that both can be linked. */
function useAsked() {
  const { q = '', open: wanted } = useSearch()
  const [query, setQuery] = useState(q)
  const first = useRef(wanted)
  useEffect(() => {
    // A visitor with a link to an answer sees it at once.
    if (first.current !== undefined) document.getElementById(`question-${first.current}`)?.scrollIntoView()
  }, [])
  useEffect(() => {
    const typed = query.trim()
    if (typed === q) return
    const timer = setTimeout(() => {
      navigate('/fqa', { search: typed === '' ? {} : { q: typed }, replace: true, stay: true })
    }, ADDRESS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [query, q])
  const show = (id: string) =>
    navigate('/fqa', {
      search: query.trim() === '' ? { open: id } : { q: query.trim(), open: id },
      replace: true,
      stay: true,
    })
  return { query, setQuery, wanted, show }
}

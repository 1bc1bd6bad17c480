import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { describeVariant } from '@madruga/core/variants.ts'
import { navigate, useSearch } from '../../address.ts'
import { announce } from '../../announce.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconSearch, IconCheck, IconLink } from '../../icons/drawings.ts'
import { IconX } from '../../icons/first.ts'
import { isBilled } from '../../paid.ts'
import { serviceQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { screenIn } from '../shell/menu.ts'
import { isOfMoney } from '../shell/of-money.ts'
import { SCREENS } from '../table.ts'
import type { Screen } from '../table.ts'
import { Marked, Prose } from './Prose.tsx'
import { questionsQuery } from './content.ts'
import type { Questions as Content } from './content.ts'
import { LINKS } from './links.ts'
import { searchQuestions, wordsOfQuery } from './search.ts'
import type { Found } from './search.ts'
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
  const { variants = [app] } = useQuery(serviceQuery).data ?? {}
  const hits = searchQuestions(content, query, { apps: [app], paid: isBilled(app), offered: variants })
  const searching = words.length > 0
  return (
    <div className="help">
      <SearchBox query={query} onQuery={setQuery} count={hits.length} />
      <Topics content={content} hidden={searching} />
      {searching ? (
        <section aria-label={t('faq.search')} className="help-list">
          {hits.map((one) => (
            <Answer
              key={`${one.id} ${query}`}
              question={one}
              words={words}
              open={wanted === one.id || one.inAnswer || hits.length <= 3}
              onOpen={show}
            />
          ))}
        </section>
      ) : (
        Object.entries(content)
          .filter(([id]) => hits.some(({ group }) => group === id))
          .map(([id, group]) => (
            <section key={id} aria-labelledby={`group-${id}`} className="grid gap-2">
              <h2 id={`group-${id}`} tabIndex={-1} className="text-xl font-extrabold outline-none">
                {group.title}
              </h2>
              <div className="help-list">
                {hits
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
      <AskSupport nothing={hits.length === 0} />
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
          <h2 className="text-xl font-extrabold">{t('list.none_found')}</h2>
          <p className="text-muted">{t('faq.none_text')}</p>
        </>
      )}
      <ScreenLink screen="support" strong>
        {t('faq.ask')}
      </ScreenLink>
    </section>
  )
}

/** Query and opened question, mirrored in the address so that both can be linked. */
function useAsked() {
  const { q = '', open: target } = useSearch()
  const [query, setQuery] = useState(q)
  const first = useRef(target)
  useEffect(() => {
    // A visitor with a link to an answer sees it at once.
    if (first.current !== undefined) document.getElementById(`question-${first.current}`)?.scrollIntoView()
  }, [])
  useEffect(() => {
    const text = query.trim()
    if (text === q) return
    const timer = setTimeout(() => {
      navigate('/fqa', { search: text === '' ? {} : { q: text }, replace: true, stay: true })
    }, ADDRESS_AFTER_MS)
    return () => clearTimeout(timer)
  }, [query, q])
  const show = (id: string) =>
    navigate('/fqa', {
      search: query.trim() === '' ? { open: id } : { q: query.trim(), open: id },
      replace: true,
      stay: true,
    })
  return { query, setQuery, wanted: target, show }
}

/** One question; its answer opens below it and has its own link. */
function Answer({
  question,
  words,
  open,
  onOpen,
}: {
  question: Found
  words: readonly string[]
  /** Whether it is initially open. */
  open: boolean
  onOpen: (id: string) => void
}) {
  const { t, say } = useWords()
  const [choice, setChoice] = useState<boolean | null>(null)
  const [copied, setCopied] = useState(false)
  const isShown = choice ?? open
  const { id } = question
  const screen = screenFor(id)
  const copy = async () => {
    const { origin, pathname } = location
    try {
      await navigator.clipboard.writeText(`${origin}${pathname}#/fqa?open=${id}`)
      setCopied(true)
      announce(t('invite.copied'))
    } catch {
      // No clipboard on this page: the address bar has the same link.
      onOpen(id)
    }
  }
  return (
    <details
      id={`question-${id}`}
      className="help-question"
      open={isShown}
      onToggle={(event) => {
        if (event.currentTarget.open === isShown) return
        setChoice(event.currentTarget.open)
        if (event.currentTarget.open) onOpen(id)
      }}
    >
      <summary>
        <span>
          <Marked text={question.ask} words={words} />
        </span>
      </summary>
      <div className="grid gap-2 pb-3">
        <Prose text={question.answer} words={words} />
        <div className="flex flex-wrap gap-2">
          {screen && (
            <ScreenLink screen={screen}>{t('faq.open', { screen: say(SCREENS[screen].title) })}</ScreenLink>
          )}
          <button type="button" className="btn" onClick={() => void copy()}>
            {copied ? <IconCheck size={20} aria-hidden /> : <IconLink size={20} aria-hidden />}
            {t(copied ? 'invite.copied' : 'invite.copy')}
          </button>
        </div>
      </div>
    </details>
  )
}

/**
 * The screen of an answer in this driver's variant; where no plans are sold, invoices are what one pays, and
 * who pays nothing has none of them.
 */
function screenFor(id: string): Screen | null {
  const screen = LINKS[id]
  if (screen === undefined) return null
  const driver = recallDriver()
  if (isOfMoney(screen) && !isBilled()) return null
  const buysPlans = driver === null || describeVariant(driver.app).hasPlans
  return screenIn(driver, screen === 'activation' && !buysPlans ? 'invoices' : screen)
}

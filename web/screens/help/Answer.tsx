import { IconCheck } from '../../icons/check.ts'
import { IconLink } from '../../icons/link.ts'
import { useState } from 'react'
import { describeVariant } from '@madruga/core/variants.ts'
import { announce } from '../../announce.ts'
import { recallDriver } from '../../driver.ts'
import { isBilled } from '../../paid.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { isOfMoney } from '../shell/of-money.ts'
import { SCREENS } from '../table.ts'
import type { Screen } from '../table.ts'
import { screenIn } from '../shell/menu.ts'
import { LINKS } from './links.ts'
import { Marked, Prose } from './Prose.tsx'
import type { Found } from './search.ts'

/** One question; its answer opens below it and has its own link. */
export function Answer({
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
  const [chosen, setChosen] = useState<boolean | null>(null)
  const [copied, setCopied] = useState(false)
  const shown = chosen ?? open
  const { id } = question
  const screen = screenFor(id)
  const copy = async () => {
    const { origin, pathname } = location
    try {
      await navigator.clipboard.writeText(`${origin}${pathname}#/fqa?open=${id}`)
      setCopied(true)
      announce(t('faq.copied'))
    } catch {
      // No clipboard on this page: the address bar has the same link.
      onOpen(id)
    }
  }
  return (
    <details
      id={`question-${id}`}
      className="help-question"
      open={shown}
      onToggle={(event) => {
        if (event.currentTarget.open === shown) return
        setChosen(event.currentTarget.open)
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
            {t(copied ? 'faq.copied' : 'faq.link')}
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

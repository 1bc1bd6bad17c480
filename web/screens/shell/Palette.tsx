import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import { useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { setTheme } from '../../theme.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { useRoving } from '../../ui/use-roving.ts'
import { changeLanguage } from './Preferences.tsx'
import { findCommands } from './commands.ts'
import type { Command } from './commands.ts'
import { alsoOf, beyondOf } from './menu-more.ts'
import { menuOf } from './menu-items.ts'
import { screenOf } from '../table.ts'

/** The command palette: every screen and a few actions, by the beginning of their names. */
export function Palette({
  open,
  onClose,
  onKeys,
}: {
  open: boolean
  onClose: () => void
  onKeys: () => void
}) {
  const { t } = useWords()
  return (
    <Dialog open={open} onClose={onClose} label={t('palette.title')}>
      {open && <Search onClose={onClose} onKeys={onKeys} />}
    </Dialog>
  )
}

function Search({ onClose, onKeys }: { onClose: () => void; onKeys: () => void }) {
  const { t, number } = useWords()
  const [text, setText] = useState('')
  const list = useRef<HTMLUListElement>(null)
  const hits = findCommands(useCommands(onKeys), text)
  const { stop, handlers } = useRoving(
    list,
    hits.map(({ id }) => id),
  )
  const run = (command: Command) => {
    onClose()
    command.run()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && hits[0]) run(hits[0])
    else if (event.key === 'ArrowDown') list.current?.querySelector('button')?.focus()
    else return
    event.preventDefault()
  }
  return (
    <>
      <input
        type="text"
        className="field !rounded-b-none !border-0"
        placeholder={t('palette.placeholder')}
        aria-label={t('palette.placeholder')}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <output className="sr-only">{t('palette.found', { count: number(hits.length) })}</output>
      <ul ref={list} className="max-h-[24rem] overflow-y-auto border-t border-line p-2" {...handlers}>
        {hits.map((command, index) => (
          <li key={command.id} data-row={command.id}>
            <button
              type="button"
              tabIndex={command.id === stop ? 0 : -1}
              className={`flex min-h-12 w-full items-center rounded-xl px-3 text-left font-semibold hover:bg-surface-2 focus:bg-surface-2 ${index === 0 ? 'bg-surface-2' : ''}`}
              onClick={() => run(command)}
            >
              {command.label}
            </button>
          </li>
        ))}
      </ul>
      {hits.length === 0 && <p className="px-5 pb-5 text-muted">{t('palette.none')}</p>}
    </>
  )
}

function useCommands(onKeys: () => void): Command[] {
  const { t, say, language } = useWords()
  const driver = recallDriver()
  if (driver === null) return []
  const current = screenOf(location.hash.slice(1))
  const screens = [...menuOf(driver, current), ...alsoOf(driver, current), ...beyondOf(driver, current)].map(
    ({ title, screen }) => ({
      id: screen,
      label: say(title),
      run: () => {
        location.hash = `#/${screen}`
      },
    }),
  )
  const themes = (['light', 'dark', 'system'] as const).map((theme) => ({
    id: `theme-${theme}`,
    label: `${t('shell.theme')}: ${t(`theme.${theme}`)}`,
    run: () => setTheme(theme),
  }))
  const languages = LANGUAGE_CODES.filter((other) => other !== language).map((other) => ({
    id: `language-${other}`,
    label: LANGUAGES[other].name,
    run: () => void changeLanguage(other),
  }))
  const actions = [...languages, { id: 'keys', label: t('keys.title'), run: onKeys }]
  return [...screens, ...themes, ...actions]
}

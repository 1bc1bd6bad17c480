import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { withMoreWords } from '../../i18n.ts'
import { recallDriver } from '../../driver.ts'
import { useDesktop } from '../../ui/media.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { areLettersOn, readKey } from './commands.ts'
import { alsoOf, beyondOf } from './menu-more.ts'
import { menuOf } from './menu-items.ts'
import { screenOf } from '../table.ts'

/** A letter after `g` counts this long. */
const AFTER_G_MS = 1_500

const Palette = onDemand(
  () => withMoreWords(import('./Palette.tsx')).then((module) => module.Palette),
  ({ open }) => open,
)
const KeyList = onDemand(
  () => withMoreWords(import('./KeyList.tsx')).then((module) => module.KeyList),
  ({ open }) => open,
)

/** On a desktop: the command palette (Ctrl K) and the keys that lead through the app. */
export function Shortcuts() {
  const desktop = useDesktop()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const lastG = useRef(0)
  const take = useEffectEvent((event: KeyboardEvent) => {
    const driver = recallDriver()
    // A dialog has keys of its own.
    if (driver === null || event.defaultPrevented || document.querySelector('[role="dialog"], dialog[open]'))
      return
    const afterG = event.timeStamp - lastG.current < AFTER_G_MS
    const asked = readKey(event, { afterG, typing: isTyping(event.target), letters: areLettersOn() })
    if (asked === null) return
    lastG.current = asked === 'g' ? event.timeStamp : 0
    if (asked === 'g') return
    event.preventDefault()
    if (asked === 'search') return document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
    if (typeof asked === 'string') return setOpen(asked)
    const filter = asked.go === 'FILTERS' ? /FILTER/ : new RegExp(`^${asked.go}$`)
    const current = screenOf(location.hash.slice(1))
    const entry = [...menuOf(driver, current), ...alsoOf(driver, current), ...beyondOf(driver, current)].find(
      ({ title }) => filter.test(title),
    )
    if (entry) location.hash = `#/${entry.screen}`
  })
  useEffect(() => {
    if (!desktop) return
    addEventListener('keydown', take)
    return () => removeEventListener('keydown', take)
  }, [desktop])
  const close = () => setOpen(null)
  return (
    <>
      <Palette open={desktop && open === 'palette'} onClose={close} onKeys={() => setOpen('keys')} />
      <KeyList open={desktop && open === 'keys'} onClose={close} />
    </>
  )
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('input, textarea, select, [contenteditable]') !== null
}

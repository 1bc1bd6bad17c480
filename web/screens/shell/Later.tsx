import { useQuery } from '@tanstack/react-query'
import { useState, useEffect, useEffectEvent, useRef } from 'react'
import { SIGNED_OUT } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { withMoreWords, useWords } from '../../i18n.ts'
import { IconDownload } from '../../icons/drawings.ts'
import { IconX } from '../../icons/first.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { watchReleases, takeRelease, useNewRelease } from '../../release.ts'
import { CatchBoundary } from '../../ui/CatchBoundary.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useDesktop } from '../../ui/media.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { confirmationsQuery, useConfirmationNews } from '../bot/confirmations.ts'
import { screenOf } from '../table.ts'
import { areLettersOn, readKey } from './commands.ts'
import { menuOf } from './menu-items.ts'
import { alsoOf, beyondOf } from './menu-more.ts'

const Confirmations = onDemand(
  () => withMoreWords(import('../bot/Confirmations.tsx')).then((module) => module.Confirmations),
  ({ confirmations }) => confirmations.length > 0,
)

/** Tabs share the session: signing in or out in another one concerns this one, and the server says how. */
addEventListener('storage', ({ key }) => {
  if (key === 'driver') void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
})
/** Without them the app works, but does not open offline. */
watchReleases().catch(() => {})
/** In a store app: its push, and the taps that wait since it was opened. */
if ('Capacitor' in window) import('../../push.ts').then((module) => module.startStorePush()).catch(() => {})

/**
 * Overlays of every screen that are not needed at first and not in the first load. A fault of theirs leaves
 * the screens as they are.
 */
export function Later() {
  return (
    <CatchBoundary of="later" Fallback={() => null}>
      <SignedOut />
      <NewRelease />
      <Questions />
      <Shortcuts />
    </CatchBoundary>
  )
}

/** The confirmation request, on every screen; its card is loaded with the first request. */
function Questions() {
  const signedIn = (useQuery(sessionQuery).data ?? null) !== null
  useConfirmationNews(signedIn)
  const confirmations = useQuery({ ...confirmationsQuery, enabled: signedIn })
  return signedIn ? <Confirmations confirmations={confirmations.data ?? []} /> : null
}

/** Announces a newer app, and loads it on request. */
function NewRelease() {
  const { t } = useWords()
  const there = useNewRelease()
  const [put, putOff] = useState(false)
  if (!there || put) return null
  return (
    <section
      aria-label={t('release.title')}
      className="fixed inset-x-3 top-[calc(3.75rem+env(safe-area-inset-top))] z-40 mx-auto flex max-w-[30rem] items-center gap-3 rounded-2xl bg-surface p-3 pl-4 shadow-[0_8px_30px_rgb(0_0_0/0.35)]"
    >
      <IconDownload aria-hidden className="shrink-0 text-amber-text" />
      <output className="min-w-0 flex-1 leading-snug">
        <b>{t('release.title')}</b> <span className="text-muted">{t('release.text')}</span>
      </output>
      <button
        type="button"
        className="min-h-12 shrink-0 rounded-xl bg-amber px-4 font-extrabold text-on-amber"
        onClick={() => void takeRelease()}
      >
        {t('release.take')}
      </button>
      <button
        type="button"
        aria-label={t('release.later')}
        className="grid size-12 shrink-0 place-items-center rounded-xl"
        onClick={() => putOff(true)}
      >
        <IconX aria-hidden />
      </button>
    </section>
  )
}

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
function Shortcuts() {
  const desktop = useDesktop()
  const [open, setOpen] = useState<'palette' | 'keys' | null>(null)
  const lastG = useRef(0)
  const take = useEffectEvent((event: KeyboardEvent) => {
    const driver = recallDriver()
    // A dialog has keys of its own.
    if (driver === null || event.defaultPrevented || document.querySelector('[role="dialog"], dialog[open]'))
      return
    const afterG = event.timeStamp - lastG.current < AFTER_G_MS
    const command = readKey(event, { afterG, typing: isTyping(event.target), letters: areLettersOn() })
    if (command === null) return
    lastG.current = command === 'g' ? event.timeStamp : 0
    if (command === 'g') return
    event.preventDefault()
    if (command === 'search') return document.querySelector<HTMLElement>('main input[type="search"]')?.focus()
    if (typeof command === 'string') return setOpen(command)
    const filter = command.go === 'FILTERS' ? /FILTER/ : new RegExp(`^${command.go}$`)
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

/**
 * The way to sign in for whoever sends something after their session has ended: the screen stays until they
 * take it, and its input, which is kept as a draft, is there when they are back.
 */
function SignedOut() {
  const { t } = useWords()
  const signedIn = (useQuery(sessionQuery).data ?? null) !== null
  const [hasEnded, setEnded] = useState(false)
  useEffect(() => {
    const note = () => setEnded(true)
    addEventListener(SIGNED_OUT, note)
    return () => removeEventListener(SIGNED_OUT, note)
  }, [])
  if (hasEnded && !signedIn) setEnded(false)
  if (!hasEnded || !signedIn) return null
  return (
    <div className="fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-[60] mx-auto max-w-[30rem] rounded-2xl bg-surface shadow-[0_8px_30px_rgb(0_0_0/0.35)]">
      <Notice
        kind="bad"
        onClose={() => setEnded(false)}
        actions={
          <button
            type="button"
            className="btn"
            data-strong="true"
            // The guard of the screen leads to the sign-in, and from there back here.
            onClick={() => queryClient.setQueryData(sessionQuery.queryKey, null)}
          >
            {t('title.login')}
          </button>
        }
      >
        {t('error.accounts.signed_out')}
      </Notice>
    </div>
  )
}

import { useSyncExternalStore } from 'react'
import type { en } from './i18n/en.ts'
import type { enMore } from './i18n/en-more.ts'
import type { shell } from './i18n/catalogue/en/shell.ts'
import { makeFormats } from './i18n/formats.ts'
import type { Formats } from './i18n/formats.ts'
import { chooseForm, fillIn } from './i18n/model.ts'
import type { ArgsOf, Message } from './i18n/model.ts'
import { readLocal, writeLocal } from './local-store.ts'
import { createSignal } from './signal.ts'

/** Entry of texts: `useWords()` in components, `setLanguage` to switch at run time. */
export type Language = 'en' | 'es'
type Catalogue = typeof en & typeof enMore
export type Key = keyof Catalogue
/** Titles and the texts of the frame. */
export type ShellKey = keyof typeof shell
export type Words = Formats & {
  language: Language
  /** The text of a key, with its parameters checked by the compiler. */
  t: <K extends Key>(key: K, ...args: ArgsOf<Catalogue[K]>) => string
  /** The text of a key that is only known at run time; unused parameters are harmless. */
  say: (key: Key, params?: Record<string, unknown>) => string
}

type Texts = Partial<Record<Key, Message>>

// Only the active language is loaded: home's texts at once, the rest with the screens that use them.
const FIRST: Record<Language, () => Promise<Texts>> = {
  en: () => import('./i18n/en.ts').then((module) => module.en),
  es: () => import('./i18n/es.ts').then((module) => module.es),
}
const MORE: Record<Language, () => Promise<Texts>> = {
  en: () => import('./i18n/en-more.ts').then((module) => module.enMore),
  es: () => import('./i18n/es-more.ts').then((module) => module.esMore),
}

let timeZone = knownZone(readLocal('timeZone'))
let words: Words = makeWords('en', {})
let texts: Texts = {}
let wantsMore = false
const changed = createSignal()

function makeWords(language: Language, catalogue: Texts): Words {
  const rules = new Intl.PluralRules(language)
  const formats = makeFormats(language, { timeZone })
  const say = (key: Key, params: Record<string, unknown> = {}) => {
    const message = catalogue[key]
    if (message === undefined) return key
    if (typeof message === 'string') return fillIn(message, plain(params))
    const count = Number(params.count ?? 0)
    return fillIn(chooseForm(message, count, rules), { ...plain(params), count: formats.number(count) })
  }
  return { ...formats, language, say, t: (key, ...args) => say(key, args[0] as Record<string, unknown>) }
}

function plain(params: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).filter(
      (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
    ),
  )
}

/** The initial language: the one chosen on this device, else the browser's. */
export function firstLanguage(): Language {
  return (readLocal('language') ?? navigator.language).slice(0, 2) === 'es' ? 'es' : 'en'
}

/** Loads a language and switches every text and the page's `lang`; rejects if its texts cannot be fetched. */
export async function setLanguage(language: Language): Promise<void> {
  const [first, more] = await Promise.all([FIRST[language](), wantsMore ? MORE[language]() : {}])
  take(language, { ...first, ...more })
  document.documentElement.lang = language
  writeLocal('language', language)
  // A screen may have requested the rest meanwhile.
  if (wantsMore && Object.keys(more).length === 0) await loadMoreWords()
}

/**
 * From now on every time on every screen is in the driver's zone, wherever the device is; in the device's
 * zone without a driver.
 */
export function setTimeZone(zone: string | null): void {
  const next = knownZone(zone)
  writeLocal('timeZone', next ?? null)
  if (next === timeZone) return
  timeZone = next
  take(words.language, texts)
}

/** A zone that this browser knows: an unknown one would leave screens without any time. */
function knownZone(zone: string | null): string | undefined {
  if (zone === null) return undefined
  try {
    return Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone && zone
  } catch {
    return undefined
  }
}

/** Loads the texts of all screens but home, once; a lazy screen waits for them. */
export async function loadMoreWords(): Promise<void> {
  const { language } = words
  if (wantsMore && 'log.all' in texts) return
  wantsMore = true
  // Their styles load with their texts: a screen needs both.
  const [more] = await Promise.all([MORE[language](), import('./styles/later.css')])
  if (words.language === language) take(language, { ...texts, ...more })
}

/** A lazy part together with its texts. */
export async function withMoreWords<T>(part: Promise<T>): Promise<T> {
  const [loaded] = await Promise.all([part, loadMoreWords()])
  return loaded
}

function take(language: Language, next: Texts): void {
  texts = next
  words = makeWords(language, texts)
  changed.notify()
}

/** Texts of the active language, for code outside rendering. */
export function currentWords(): Words {
  return words
}

/** Texts of the active language; components rerender when it changes. */
export function useWords(): Words {
  return useSyncExternalStore(changed.subscribe, () => words)
}

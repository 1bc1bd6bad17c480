import { useSyncExternalStore } from 'react'
import type { first as en } from '@madruga/core/words/en/first.ts'
import type { consoleWords as enConsole } from '@madruga/core/words/en/console.ts'
import type { more as enMore } from '@madruga/core/words/en/more.ts'
import type { landing } from '@madruga/core/words/en/app/landing.ts'
import type { setup } from '@madruga/core/words/en/app/setup.ts'
import type { shell } from '@madruga/core/words/en/app/shell.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Part } from '@madruga/core/words/parts.ts'
import { dateFormat, makeFormats, pluralRules } from '@madruga/core/formats.ts'
import type { Formats } from '@madruga/core/formats.ts'
import { findLanguage, LANGUAGES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { chooseForm, fillIn } from '@madruga/core/words/model.ts'
import type { ArgsOf, Message } from '@madruga/core/words/model.ts'
import { inVariant } from '@madruga/core/variant-words.ts'
import { readVariant } from '@madruga/core/variants.ts'
import { serverNow } from './clock.ts'
import { readLocal, writeLocal } from './local-store.ts'
import { createSignal } from './signal.ts'

/** Entry of texts: `useWords()` in components, `setLanguage` to switch at run time. */
export type { Language }
type Catalogue = typeof en & typeof enMore & typeof enConsole & typeof landing & typeof setup
export type Key = keyof Catalogue
/** The texts of the first page. */
export type LandingKey = keyof typeof landing
/** Titles and the texts of the frame. */
export type ShellKey = keyof typeof shell
export type Words = Formats & {
  language: Language
  /** The text of a key, with its parameters checked by the compiler. */
  t: <K extends Key>(key: K, ...args: ArgsOf<Catalogue[K]>) => string
  /** The text of a key that is only known at run time; unused parameters are harmless. */
  say: (key: Key, params?: Record<string, unknown>) => string
  /** The same in the words of an app that is not the driver's, for a screen of that app. */
  of: (variant: Variant) => Words
}

type Texts = Partial<Record<Key, Message>>

// Only the active language is loaded: home's texts at once, the rest with the screens that use them.
async function fetchFirst(language: Language): Promise<Texts> {
  return (await LANGUAGES[language].first()).first
}

async function fetchTexts(part: Part, language: Language): Promise<Texts> {
  const { parts } = await LANGUAGES[language].parts()
  return await parts[part]()
}

// Checked when it was stored: a check now would keep a slow phone from its first paint.
let timeZone = readLocal('timeZone') ?? undefined
let variant: Variant = readVariant(readLocal('app'))
/** The loaded parts of the language: merging thousands of texts would be a long task on a phone. */
let texts: Texts[] = []
/** Whether a text was asked for before its part was there. */
let hasMissed = false
let words: Words = makeWords('en')
const wantedParts = new Set<Part>()
const changes = createSignal()

function makeWords(language: Language): Words {
  const rules = pluralRules(language)
  const formats = makeFormats(language, { timeZone, now: serverNow })
  const of = (app: Variant): Words => {
    const say = (key: Key, params: Record<string, unknown> = {}) => {
      const message = textOf(key)
      if (message === undefined) return key
      if (typeof message === 'string') return fillIn(inVariant(message, app, language), plain(params))
      const count = Number(params.count ?? 0)
      const form = inVariant(chooseForm(message, count, rules), app, language)
      return fillIn(form, { ...plain(params), count: formats.number(count) })
    }
    return {
      ...formats,
      language,
      of,
      say,
      t: (key, ...args) => say(key, args[0] as Record<string, unknown>),
    }
  }
  return of(variant)
}

function textOf(key: Key): Message | undefined {
  for (const part of texts) if (key in part) return part[key]
  hasMissed = true
  return undefined
}

function plain(params: Record<string, unknown>): Record<string, string | number> {
  return Object.fromEntries(
    Object.entries(params).filter(
      (pair): pair is [string, string | number] => typeof pair[1] === 'string' || typeof pair[1] === 'number',
    ),
  )
}

/** The initial language, which `theme.js` found in the address, on this device, or in the browser. */
export function firstLanguage(): Language {
  return findLanguage(document.documentElement.lang) ?? 'en'
}

/** Makes a first date: the browser reads its calendars and zones for it, some 40 ms on a slow phone. */
export function warmDates(): void {
  words.clock(0)
}

/** Loads a language and switches every text and the page's `lang`; rejects if its texts cannot be fetched. */
export async function setLanguage(language: Language): Promise<void> {
  const parts = [...wantedParts]
  const lists = await Promise.all([fetchFirst(language), ...parts.map((part) => fetchTexts(part, language))])
  take(language, lists)
  document.documentElement.lang = language
  writeLocal('language', language)
  // A screen may have requested another part meanwhile.
  for (const part of wantedParts) if (!parts.includes(part)) await loadWords(part)
}

/**
 * From now on every time on every screen is in the driver's zone, wherever the device is; in the device's
 * zone without a driver.
 */
export function setTimeZone(zone: string | null): void {
  if ((zone ?? undefined) === timeZone) return
  timeZone = knownZone(zone)
  writeLocal('timeZone', timeZone ?? null)
  take(words.language, texts)
}

/** From now on every text is in the words of the driver's app; in amazon's without a driver. */
export function setVariant(next: Variant): void {
  if (next === variant) return
  variant = next
  take(words.language, texts)
}

/** A zone that this browser knows: an unknown one would leave screens without any time. */
function knownZone(zone: string | null): string | undefined {
  if (zone === null) return undefined
  try {
    return dateFormat('en', { timeZone: zone }).resolvedOptions().timeZone && zone
  } catch {
    return undefined
  }
}

/** Loads texts, once; what shows them waits. */
async function loadWords(part: Part): Promise<void> {
  const { language } = words
  wantedParts.add(part)
  const fetchedTexts = await fetchTexts(part, language)
  if (words.language !== language) return await loadWords(part)
  if (texts.includes(fetchedTexts)) return
  texts.push(fetchedTexts)
  // Who showed a key in place of its text shows the text now; no one else changes.
  if (hasMissed) take(language, texts)
}

/** Loads the texts of all screens but home, once, and their styles: a screen needs both. */
export async function loadMoreWords(): Promise<void> {
  await Promise.all([loadWords('more'), loadStyles()])
}

const loadStyles = () => import('./styles/later.css')

/** A screen before sign-in: with few texts, for a stranger waits for each of them. */
export async function withAccountsWords<T>(part: Promise<T>): Promise<T> {
  const [module] = await Promise.all([part, loadWords('accounts'), loadStyles()])
  return module
}

/** A lazy part together with its texts. */
export async function withMoreWords<T>(part: Promise<T>): Promise<T> {
  const [module] = await Promise.all([part, loadMoreWords()])
  return module
}

/** Something lazy together with the texts of its own. */
export async function withWords<T>(part: Part, lazy: Promise<T>): Promise<T> {
  const [module] = await Promise.all([lazy, loadWords(part)])
  return module
}

function take(language: Language, next: Texts[]): void {
  texts = next
  hasMissed = false
  words = makeWords(language)
  changes.notify()
}

/** Texts of the active language, for code outside rendering. */
export function currentWords(): Words {
  return words
}

/** Texts of the active language; components rerender when it changes. */
export function useWords(): Words {
  return useSyncExternalStore(changes.subscribe, () => words)
}

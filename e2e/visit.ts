import { readdirSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Key } from '../web/i18n.ts'
import type { Variant } from '@madruga/core/offers.ts'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { isFullRun } from '@madruga/server/kit/testing.ts'
import { stepLimit } from './browser.ts'
import { enterDemo } from './product.ts'
import { LANGUAGE_CODES, localeOf } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { chooseForm, fillIn } from '@madruga/core/words/model.ts'
import { inVariant } from '@madruga/core/variant-words.ts'

export type { Language }
/** The language that a visit speaks where a journey names this one: the long check also swaps them. */
export function spokenFor(language: Language): Language {
  if (process.env.TEST_SWAP_LANGUAGES !== '1') return language
  return language === 'es' ? 'en' : 'es'
}

export type Theme = 'dark' | 'light'
export type Size = 'phone' | 'desktop' | 'small'
type Message = string | Parameters<typeof chooseForm>[0]

export const SIZES: Record<Size, { width: number; height: number }> = {
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 640 },
  desktop: { width: 1440, height: 900 },
}

/** A visitor's device: language, light or dark, phone or desktop. */
export type Visit = {
  language: Language
  theme: Theme
  size: Size
  browser: Browser
  /**
   * With the service worker, as on a device that caches the app; without it every page comes from the server.
   */
  installed?: boolean
}

/**
 * A new visitor: empty storage, the theme and language of their device. The long check has motion, which
 * costs a quarter of a page's CPU time in `npm test`.
 */
export async function openVisit(visit: Visit): Promise<BrowserContext> {
  const context = await visit.browser.newContext({
    viewport: SIZES[visit.size],
    locale: localeOf(spokenFor(visit.language)),
    timezoneId: 'America/Los_Angeles',
    colorScheme: visit.theme,
    reducedMotion: isFullRun ? 'no-preference' : 'reduce',
    serviceWorkers: visit.installed ? 'allow' : 'block',
    hasTouch: visit.size !== 'desktop',
    isMobile: visit.size !== 'desktop',
  })
  await enterDemo(context)
  context.setDefaultTimeout(stepLimit())
  return context
}

/**
 * Fails a page's requests of these addresses, or those of one method, until the returned function is called.
 * The browser goes on intercepting: one that stops may lose what is under way, such as a part of the app.
 */
export async function failRequests(page: Page, url: string | RegExp, method?: string): Promise<() => void> {
  let isFailing = true
  await page.route(url, (route) =>
    isFailing && (method ?? route.request().method()) === route.request().method()
      ? route.abort()
      : route.continue(),
  )
  return () => (isFailing = false)
}

const CATALOGUES = Object.fromEntries(
  await Promise.all(LANGUAGE_CODES.map(async (code) => [code, await readCatalogue(code)] as const)),
) as Record<Language, Map<string, Message>>

/** Every part of a language's catalog; the product loads them screen by screen. */
async function readCatalogue(language: Language): Promise<Map<string, Message>> {
  const folder = path.join(import.meta.dirname, '../core/words', language, 'app')
  const parts = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(parts.map((name) => import(path.join(folder, name)) as Promise<object>))
  return new Map(
    modules.flatMap((module) => Object.values(module).flatMap((words) => Object.entries<Message>(words))),
  )
}

/** The text of a key as the visitor reads it, by their app. */
export function wordsOf(
  language: Language,
  variant: Variant = 'amazon',
): (key: Key, params?: Record<string, string | number>) => string {
  const spoken = spokenFor(language)
  const rules = new Intl.PluralRules(spoken)
  return (key, params = {}) => {
    const message = CATALOGUES[spoken].get(key)
    if (message === undefined) throw new Error(`no words for ${key}`)
    const text = typeof message === 'string' ? message : chooseForm(message, Number(params.count), rules)
    return fillIn(inVariant(text, variant, spoken), params)
  }
}

/** A page may grow while axe looks at it, as by the line of a win: the bar below covers none of it. */
const GROWTH_PX = 200

/**
 * All of axe's findings on the current page: WCAG 2.2 AA, one line per finding. The page is rendered at its
 * full height for it; otherwise content that can be scrolled from under the bottom bar would count as
 * covered.
 */
export async function findBarriers(page: Page, runOnly: RunOnly = WHOLE): Promise<string[]> {
  await untilAtRest(page)
  const size = page.viewportSize()!
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ ...size, height: Math.max(size.height, height + GROWTH_PX) })
  const { violations } = await judgeByAxe(page, runOnly)
  await page.setViewportSize(size)
  return violations.flatMap((one) =>
    one.nodes
      // A row of the live feed slides under its neighbor while moving.
      .filter(
        ({ target, any }) =>
          !(target.join().includes('[aria-posinset') && any.some(({ data }) => isCovered(data))),
      )
      .map((node) => `${one.id}: ${node.target.join(' ')} (${node.failureSummary?.replaceAll('\n', ' ')})`),
  )
}

/** A screen that stays busy is checked as it is. */
const REST_MS = 10_000

/**
 * Waits until nothing on the page is moving, fading, or dimmed because its successor is loading. It checks
 * several frames, since an address changes before its screen does.
 */
async function untilAtRest(page: Page): Promise<void> {
  await page.evaluate(`(async () => {
    const end = performance.now() + ${REST_MS}
    for (let quiet = 0; quiet < 4 && performance.now() < end; ) {
      await new Promise((next) => setTimeout(next, 20))
      const moves = document.getAnimations().some((each) => each.playState === 'running' && each.effect?.getTiming().iterations !== Infinity)
      quiet = moves || document.querySelector('[aria-busy="true"]') ? 0 : quiet + 1
    }
  })()`)
}

type RunOnly = { type: 'tag' | 'rule'; values: string[] }
const WHOLE: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}
/** What another theme can change on a page that was judged whole. */
export const COLORS: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * Runs axe on the page. Only violations are reported in full: locating everything that passes takes most of
 * axe's time. A page without frames is checked in place, with the axe that an earlier check injected; for one
 * with frames, axe collects the findings of each in a blank page.
 */
async function judgeByAxe(page: Page, runOnly: RunOnly): ReturnType<AxeBuilder['analyze']> {
  const framed = page.frames().length > 1
  const there = !framed && (await page.evaluate<boolean>('typeof window.axe?.run === "function"'))
  return new AxeBuilder({ page, ...(there && { axeSource: 'void 0' }) })
    .options({ runOnly, resultTypes: ['violations'] })
    .setLegacyMode(!framed)
    .analyze()
}

function isCovered(data: unknown): boolean {
  return (data as { messageKey?: string } | null)?.messageKey === 'partiallyObscured'
}

/** What overflows horizontally: the page itself, or the content of a sheet, sign, card or number field. */
export async function findOverflow(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const found: string[] = []
    if (document.documentElement.scrollWidth > innerWidth)
      found.push(`the page is ${document.documentElement.scrollWidth} px wide`)
    for (const holder of document.querySelectorAll('.sign, .card, .act')) {
      const edge = holder.getBoundingClientRect().right + 1
      for (const held of holder.querySelectorAll('p, b, span, button, input, h2')) {
        const { right, width } = held.getBoundingClientRect()
        const hidden = held.closest('.sr-only, [aria-hidden]') !== null
        if (width > 0 && right > edge && !hidden)
          found.push(`${held.tagName} "${held.textContent?.slice(0, 40)}" leaves its ${holder.className}`)
      }
    }
    for (const box of document.querySelectorAll('[role="dialog"] .overflow-y-auto'))
      if (box.scrollWidth > box.clientWidth + 1)
        found.push(`a sheet's content is ${box.scrollWidth} px wide, of ${box.clientWidth}`)
    // What zero means is written over its field, between two buttons.
    for (const word of document.querySelectorAll('[id$="-zero"]'))
      if (word.scrollWidth > word.clientWidth) found.push(`"${word.textContent}" is wider than its field`)
    return found
  })
}

/** Errors that the page logged to its console, each with its address, or threw; a test ends with none. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  return errors
}

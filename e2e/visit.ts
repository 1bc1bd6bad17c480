import { readdirSync } from 'node:fs'
import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { chooseForm, fillIn } from '../web/i18n/model.ts'

export type Language = 'en' | 'es'
export type Theme = 'dark' | 'light'
export type Size = 'phone' | 'desktop' | 'small'
type Message = string | Parameters<typeof chooseForm>[0]

export const SIZES: Record<Size, { width: number; height: number }> = {
  phone: { width: 390, height: 844 },
  small: { width: 320, height: 640 },
  desktop: { width: 1440, height: 900 },
}

/** What a visitor brings: the language of their device, light or dark, phone or desktop. */
export type Visit = {
  language: Language
  theme: Theme
  size: Size
  browser: Browser
  /**
   * With the service worker, as on a device that keeps the app; without it every page comes from the server.
   */
  installed?: boolean
}

/** A fresh visitor: nothing stored, reduced motion off, the theme and language of their device. */
export async function openVisit(visit: Visit): Promise<BrowserContext> {
  const context = await visit.browser.newContext({
    viewport: SIZES[visit.size],
    locale: visit.language === 'es' ? 'es-US' : 'en-US',
    timezoneId: 'America/Los_Angeles',
    colorScheme: visit.theme,
    serviceWorkers: visit.installed ? 'allow' : 'block',
    hasTouch: visit.size !== 'desktop',
    isMobile: visit.size !== 'desktop',
  })
  // No step takes so long by itself; where two cores had thirteen things to do, one took over half a minute.
  context.setDefaultTimeout(60_000)
  return context
}

const CATALOGUES = { en: await readCatalogue('en'), es: await readCatalogue('es') }

/** Every part of a language's catalogue; the product loads them screen by screen. */
async function readCatalogue(language: Language): Promise<Map<string, Message>> {
  const folder = path.join(import.meta.dirname, '../web/i18n/catalogue', language)
  const parts = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  const modules = await Promise.all(parts.map((name) => import(path.join(folder, name)) as Promise<object>))
  return new Map(
    modules.flatMap((module) => Object.values(module).flatMap((words) => Object.entries<Message>(words))),
  )
}

/** The words of a key as the visitor reads them; a key that no catalogue holds is the test's own mistake. */
export function wordsOf(
  language: Language,
): (key: string, params?: Record<string, string | number>) => string {
  const rules = new Intl.PluralRules(language)
  return (key, params = {}) => {
    const message = CATALOGUES[language].get(key)
    if (message === undefined) throw new Error(`no words for ${key}`)
    return fillIn(
      typeof message === 'string' ? message : chooseForm(message, Number(params.count), rules),
      params,
    )
  }
}

/**
 * Everything that axe holds against the page as it stands: WCAG 2.2 AA, one line a finding. The page is laid
 * out at its full height for it, or what merely waits to be scrolled from under the dock would count as
 * covered.
 */
export async function findBarriers(page: Page): Promise<string[]> {
  await untilAtRest(page)
  const size = page.viewportSize()!
  const height = await page.evaluate<number>('document.documentElement.scrollHeight')
  await page.setViewportSize({ ...size, height: Math.max(size.height, height) })
  const { violations } = await judgeByAxe(page)
  await page.setViewportSize(size)
  return violations.flatMap((one) =>
    one.nodes
      // A row of the live feed slides under its neighbour on its way.
      .filter(
        ({ target, any }) =>
          !(target.join().includes('[aria-posinset') && any.some(({ data }) => isCovered(data))),
      )
      .map((node) => `${one.id}: ${node.target.join(' ')} (${node.failureSummary?.replaceAll('\n', ' ')})`),
  )
}

/** A screen that stays busy is judged as it is. */
const REST_MS = 10_000

/**
 * Until nothing on the page is on its way: what slides or fades, and what is shown paler because its
 * successor is coming. Through some frames, since an address changes before its screen does.
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

const AXE_TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/**
 * What axe says of the page. It writes down in full only what it holds against it: where each thing stands
 * that is in order takes it most of its time. A page without frames is judged in its own place, with the axe
 * that an earlier look left there; for one with frames, axe gathers what it finds in each of them in a blank
 * page.
 */
async function judgeByAxe(page: Page): ReturnType<AxeBuilder['analyze']> {
  const framed = page.frames().length > 1
  const there = !framed && (await page.evaluate<boolean>('typeof window.axe?.run === "function"'))
  return new AxeBuilder({ page, ...(there && { axeSource: 'void 0' }) })
    .options({ runOnly: { type: 'tag', values: AXE_TAGS }, resultTypes: ['violations'] })
    .setLegacyMode(!framed)
    .analyze()
}

function isCovered(data: unknown): boolean {
  return (data as { messageKey?: string } | null)?.messageKey === 'partiallyObscured'
}

/** What sticks out sideways: the page itself, or what a sign or card should hold. */
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
    return found
  })
}

/**
 * Errors that the page wrote to its console, each with the address that it is about, or threw; a test ends
 * with none.
 */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(`${message.text()} ${message.location().url}`)
  })
  return errors
}

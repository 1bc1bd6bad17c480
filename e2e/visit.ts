import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { en } from '../web/i18n/en.ts'
import { es } from '../web/i18n/es.ts'
import { chooseForm, fillIn } from '../web/i18n/model.ts'

export type Language = 'en' | 'es'
export type Theme = 'dark' | 'light'
export type Size = 'phone' | 'desktop'
type Key = keyof typeof en

export const SIZES: Record<Size, { width: number; height: number }> = {
  phone: { width: 390, height: 844 },
  desktop: { width: 1440, height: 900 },
}

/** What a visitor brings: the language of their device, light or dark, phone or desktop. */
export type Visit = { language: Language; theme: Theme; size: Size; browser: Browser }

/** A fresh visitor: nothing stored, reduced motion off, the theme and language of their device. */
export async function openVisit(visit: Visit): Promise<BrowserContext> {
  const context = await visit.browser.newContext({
    viewport: SIZES[visit.size],
    locale: visit.language === 'es' ? 'es-US' : 'en-US',
    timezoneId: 'America/Los_Angeles',
    colorScheme: visit.theme,
    hasTouch: visit.size === 'phone',
    isMobile: visit.size === 'phone',
  })
  context.setDefaultTimeout(20_000)
  return context
}

/** The words of a key as the visitor reads them. */
export function wordsOf(language: Language): (key: Key, params?: Record<string, string | number>) => string {
  const catalogue: Record<string, unknown> = language === 'es' ? es : en
  const rules = new Intl.PluralRules(language)
  return (key, params = {}) => {
    const message = catalogue[key] as Parameters<typeof chooseForm>[0]
    return fillIn(
      typeof message === 'string' ? message : chooseForm(message, Number(params.count), rules),
      params,
    )
  }
}

/** Everything that axe holds against the page as it stands: WCAG 2.2 AA, one line a finding. */
export async function findBarriers(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze()
  return violations.flatMap((one) =>
    one.nodes.map(
      (node) => `${one.id}: ${node.target.join(' ')} (${node.failureSummary?.replaceAll('\n', ' ')})`,
    ),
  )
}

/** Errors that the page wrote to its console or threw; a test ends with none. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => {
    if (message.type() === 'error') errors.push(message.text())
  })
  return errors
}

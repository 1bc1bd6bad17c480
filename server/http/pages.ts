import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { landingValues } from '@madruga/core/landing.ts'
import type { Standing } from '../driver/landing.ts'
import { makeContent, sendContent } from '../kit/http.ts'
import type { Content } from '../kit/http.ts'
import type { Call } from './call.ts'
import { formatMinute } from '@madruga/core/days.ts'
import { formatMoney } from '@madruga/core/formats.ts'
import { findLanguage, localeOf } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'

type PagesDeps = {
  webRoot: string
  /** Where search engines find the page. */
  publicUrl: string
  sessionCookie: string
  readStanding(): Promise<Standing>
}

/**
 * Serves the first page to strangers, in their language and with the facts that it names, so that it can be
 * read without any script. `send` returns false for a caller with a session, who gets the app, and for an app
 * that was built without it.
 */
export function createPages({ webRoot, publicUrl, sessionCookie, readStanding }: PagesDeps) {
  const templates = new Map<Language, { mtimeMs: number; text: string }>()
  const kept = new Map<Language, { text: string; content: Content }>()
  let standing: Standing | null = null

  async function load(language: Language): Promise<string | null> {
    const file = join(webRoot, '.landing', `${language}.html`)
    const found = await stat(file).catch(() => null)
    if (found === null) return null
    const before = templates.get(language)
    if (before?.mtimeMs === found.mtimeMs) return before.text
    const text = await readFile(file, 'utf8')
    templates.set(language, { mtimeMs: found.mtimeMs, text })
    return text
  }

  /** What was read last: the page opens although the database does not answer. */
  async function readLast(): Promise<Standing | null> {
    const next = readStanding().then(
      (read) => (standing = read),
      () => standing,
    )
    return standing ?? (await next)
  }

  return async function send({ request, response, caller }: Call): Promise<boolean> {
    if (caller.cookie?.includes(`${sessionCookie}=`)) return false
    const language = chooseLanguage(request.url ?? '/', request.headers['accept-language'] ?? '')
    const template = await load(language)
    if (template === null) return false
    const values = describe(await readLast(), language)
    const text = fillPage(template, { ...values, values: JSON.stringify(values), origin: publicUrl })
    const before = kept.get(language)
    const content =
      before?.text === text ? before.content : makeContent(Buffer.from(text), 'text/html; charset=utf-8')
    kept.set(language, { text, content })
    response.setHeader('Content-Language', language)
    response.setHeader('Vary', 'Accept-Language, Cookie')
    await sendContent(request, response, content, 'no-cache')
    return true
  }
}

/** The language that the address asks for (`?lang=es`), else the first one of the browser's that we speak. */
export function chooseLanguage(url: string, accepted: string): Language {
  const asked = new URLSearchParams(url.split('?')[1] ?? '').get('lang')
  const spoken = accepted
    .split(',')
    .map((part, at) => {
      const [tag = '', quality] = part.split(';')
      return { language: findLanguage(tag), weight: weightOf(quality), at }
    })
    .filter(({ weight }) => weight > 0)
    .sort((one, other) => other.weight - one.weight || one.at - other.at)
    .map(({ language }) => language)
  return [findLanguage(asked), ...spoken].find((language) => language !== undefined) ?? 'en'
}

function weightOf(quality: string | undefined): number {
  const weight = Number(/^\s*q=([\d.]+)/.exec(quality ?? '')?.[1] ?? 1)
  return Number.isFinite(weight) ? weight : 0
}

/**
 * The template with its `{{names}}` as HTML; a name without a value leaves a dash. An element marked with
 * `data-if` or `data-unless` stays if that name has a value, or has none; none of its kind is inside it.
 */
export function fillPage(template: string, values: Record<string, string>): string {
  const marked = /<(\w+) data-(if|unless)="(\w+)"([^>]*)>(.*?)<\/\1>/gs
  const choose = (text: string): string =>
    text.replaceAll(marked, (_, tag: string, when: string, name: string, rest: string, inner: string) =>
      Boolean(values[name]) === (when === 'if') ? `<${tag}${rest}>${choose(inner)}</${tag}>` : '',
    )
  return choose(template).replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => escapeHtml(values[name] ?? '–'))
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign)
}

function describe(standing: Standing | null, language: Language): Record<string, string> {
  if (standing === null) return {}
  const locale = localeOf(language)
  return landingValues(standing, {
    language,
    money: (cents) => formatMoney(language, cents),
    time: (minute) => formatMinute({ locale }, minute),
  })
}

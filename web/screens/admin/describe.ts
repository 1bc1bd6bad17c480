import type { Key, Words } from '../../i18n.ts'
import type { Action } from './queries.ts'

/** One item that an action changed or names. */
export type Detail = { name: string | null; before: string | null; text: string }

const MINUTE_MS = 60_000

/** "4 min ago"; less than a minute is just now. */
export function sayAgo(words: Pick<Words, 't' | 'span'>, at: number, now: number): string {
  const passedMs = now - at
  return passedMs < MINUTE_MS
    ? words.t('admin.just_now')
    : words.t('admin.ago', { time: words.span(passedMs) })
}

/** The operator's reason; null if the action requires none. */
export function reasonOf(details: Action['details']): string | null {
  return typeof details.reason === 'string' ? details.reason : null
}

/** What an action changed, with previous values: of records only the changed fields. */
export function describeDetails(details: Action['details']): Detail[] {
  const { before, after, reason: _, ...rest } = details
  const lines: Detail[] = []
  if (isRecord(before) && isRecord(after)) {
    for (const name of Object.keys(after)) {
      if (JSON.stringify(before[name]) === JSON.stringify(after[name])) continue
      lines.push({ name, before: plain(before[name]), text: plain(after[name]) })
    }
  } else if (before !== undefined || after !== undefined) {
    lines.push({ name: null, before: plain(before), text: plain(after) })
  }
  for (const [name, value] of Object.entries(rest)) lines.push({ name, before: null, text: plain(value) })
  return lines
}

/** A readable value; nothing is an empty text, for which the screen has its own text. */
function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'string') return value
  return JSON.stringify(value)
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Codes that a later or an earlier release may have written. */
type CodeGroup = 'audit.action' | 'audit.detail' | 'job' | 'outbox.template' | 'outbox.error'

/** The text of a code; one that this release does not know has its own text, never the code alone. */
export function sayCode({ say }: Pick<Words, 'say'>, group: CodeGroup, code: string): string {
  const key = `${group}.${code}` as Key
  const text = say(key)
  return text === key ? say(`${group}.other` as Key, { code }) : text
}

/** A value of the audit log in words: instants, amounts, discounts, states; anything else as it is. */
export function sayValue(
  { say, date, money }: Pick<Words, 'say' | 'date' | 'money'>,
  name: string | null,
  value: string,
): string {
  const isNumber = /^-?\d+$/.test(value)
  if (isNumber && (name === 'from' || name === 'until')) return date(Number(value))
  if (isNumber && name?.toLowerCase().endsWith('cents')) return money(Number(value))
  const cut = sayCut(money, value)
  if (cut !== null) return cut
  if (name === 'incident') return sayKnown(say, `incident.${value}`, value).replace(/: $/, '')
  if (name === 'subject') return sayKnown(say, `job.${value}`, value)
  return sayKnown(say, `audit.value.${value}`, value)
}

function sayCut(money: Words['money'], value: string): string | null {
  const percent = /^\{"kind":"percent","percent":(\d+)\}$/.exec(value)?.[1]
  if (percent !== undefined) return `${percent}%`
  const cents = /"kind":"(?:amount|flat)".*"cents":(\d+)/.exec(value)?.[1]
  return cents === undefined ? null : money(Number(cents))
}

function sayKnown(say: Words['say'], key: string, value: string): string {
  const text = say(key as Key, { job: '' })
  return text === key ? value : text
}

import { serverNow } from '../../clock.ts'
import { describeVariant, readVariant, VARIANTS } from '@madruga/core/variants.ts'
import type { VariantWord } from '@madruga/core/variants.ts'
import type { Screen } from '../table.ts'
import type { KnownDriver } from '../../driver.ts'
import type { Words } from '../../i18n.ts'
import { weekWords } from '../recap/figures.ts'
import type { LineCount } from './figures.ts'
import type { InvoiceRow } from './queries.ts'
import { formatDay } from '@madruga/core/days.ts'

/** The delivery app's word for what the bot wins: it ends the keys of the texts that name it. */
export type Noun = VariantWord

/** Common parameters of these screens' texts: that word, and the driver's zone. */
export type Shown = { noun: Noun; timeZone: string | undefined }

/** Of this device's driver: the screen is open to nobody else. */
export function nounOf(driver: Pick<KnownDriver, 'app'> | null): Noun {
  return describeVariant(readVariant(driver?.app)).word
}

/** The address of this driver's invoices. */
export function invoicesScreen(noun: Noun): Screen {
  return VARIANTS.map((variant) => describeVariant(variant)).find(({ word }) => word === noun)!.screens
    .invoices
}

/** `4 awarded blocks`. */
export function countWords({ t }: Words, { kind, count }: Pick<LineCount, 'kind' | 'count'>, noun: Noun) {
  return t(`invoices.count.${kind === 'block' ? noun : kind}`, { count })
}

/** First and last day: `Nov 16 to Nov 22`, with years if not the current one. */
export function daysWords(words: Words, { from, to }: Pick<InvoiceRow, 'from' | 'to'>): string {
  const year = String(new Date(serverNow()).getUTCFullYear())
  if (from.startsWith(year) && to.startsWith(year)) return weekWords(words, { from, to })
  const name = (day: string) => formatDay(words.locale, day, { dateStyle: 'medium' })
  return words.t('recap.week', { from: name(from), to: name(to) })
}

/** The purpose of an invoice: `Professional edition, 14 days` or the days of its week. */
export function titleWords(words: Words, row: Pick<InvoiceRow, 'from' | 'to' | 'plan' | 'days'>): string {
  if (row.plan === null || row.days === null) return daysWords(words, row)
  return words.t('invoices.days_of', { plan: words.t(`plan.${row.plan}`), days: row.days })
}

import { describeVariant, readVariant, VARIANTS } from '@madruga/core/variants.ts'
import type { VariantWord } from '@madruga/core/variants.ts'
import type { Screen } from '../table.ts'
import type { KnownDriver } from '../../driver.ts'
import type { Words } from '../../i18n.ts'
import { weekWords } from '../recap/figures.ts'
import type { LineCount } from './figures.ts'
import type { InvoiceRow } from './queries.ts'

/** The delivery app's word for what the bot wins: it ends the keys of the texts that name it. */
export type Noun = VariantWord

/** Common parameters of these screens' texts: that word, and the driver's zone. */
export type Shown = { noun: Noun; timeZone: string | undefined }

/** Of this device's driver: the screen is open to no one else. */
export function nounOf(driver: Pick<KnownDriver, 'app'> | null): Noun {
  return describeVariant(readVariant(driver?.app)).word
}

/** The address of this driver's invoices. */
export function invoicesScreen(noun: Noun): Screen {
  return VARIANTS.map((variant) => describeVariant(variant)).find(({ word }) => word === noun)!.screens
    .invoices
}

/** `4 awarded blocks`. */
export function countWords({ t }: Words, { kind, count }: Pick<LineCount, 'kind' | 'count'>) {
  return t(`invoices.count.${kind}`, { count })
}

/** The purpose of an invoice: `Professional edition, 14 days` or the days of its week. */
export function titleWords(words: Words, row: Pick<InvoiceRow, 'from' | 'to' | 'plan' | 'days'>): string {
  if (row.plan === null || row.days === null) return weekWords(words, row)
  return words.t('invoices.days_of', { plan: words.t(`plan.${row.plan}`), days: row.days })
}

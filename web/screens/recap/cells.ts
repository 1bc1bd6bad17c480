import type { Words } from '../../i18n.ts'
import { sayPay } from '../../pay.ts'
import { sayOthers } from '../../pay-others.ts'
import { hourOf } from './figures.ts'
import type { Sum } from './figures.ts'

/** The columns of every table of the week, the row names first; the last row has the week's totals. */
export function headOf({ t }: Words, first: 'recap.day' | 'recap.hour' | 'recap.station'): string[] {
  return [
    t(first),
    t('recap.pay'),
    t('recap.an_hour'),
    t('recap.blocks'),
    t('recap.caught'),
    t('recap.missed'),
    t('recap.left'),
    t('recap.offered'),
  ]
}

/** The values under these columns; pay is omitted if no block starts. */
export function cellsOf(words: Words, sum: Sum): string[] {
  const { money, number } = words
  return [
    sum.blocks > 0 ? sayCell(words, sum) : '',
    hourOf(sum) > 0 ? `${sum.payBasis ? '~' : ''}${money(hourOf(sum), sum.currency)}` : '',
    number(sum.blocks),
    number(sum.caught),
    number(sum.missed),
    number(sum.ignored),
    number(sum.offered),
  ]
}

/** The pay of the week's currency, if any block has it, and what is paid in others. */
function sayCell(words: Words, sum: Sum): string {
  const apart = sum.others.reduce((all, { count }) => all + count, 0)
  const own = sum.blocks > apart ? [sayPay(words, sum)] : []
  return [...own, sayOthers(words, sum)].filter(Boolean).join(', ')
}

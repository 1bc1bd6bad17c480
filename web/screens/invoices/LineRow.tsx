import { isUnstated } from '@madruga/core/offers.ts'
import { choosesKind } from '../offers/verdict.ts'
import { useWords } from '../../i18n.ts'
import { sayLength, sayPay } from '../../pay.ts'
import type { Words } from '../../i18n.ts'
import { dayWords } from '../recap/figures.ts'
import type { InvoiceLine } from './queries.ts'
import { StationPlate } from '../../ui/StationPlate.tsx'

/**
 * One line of an invoice: place and time, its pay to the driver, its price. A credited one is struck out, and
 * labeled.
 */
export function LineRow({
  line,
  place,
  timeZone,
}: {
  line: InvoiceLine
  /** Its number within its kind, from 1. */
  place: number
  timeZone: string | undefined
}) {
  const words = useWords()
  const { title, note } = describeLine(words, line, place, timeZone)
  const strike = line.credited ? 'text-muted line-through' : ''
  return (
    <li className="bill-line">
      {line.block && (
        <StationPlate of={line.block.stationCode} won={line.kind === 'block' && !line.credited} />
      )}
      <span className={`min-w-0 ${line.block ? '' : 'col-span-2'}`}>
        <span className={`block font-semibold leading-tight ${strike}`}>{title}</span>
        <span className="tnum block text-sm leading-snug text-muted">
          {[note, line.credited && words.t('invoices.line.credited')].filter(Boolean).join(', ')}
        </span>
      </span>
      <span className={`tnum font-extrabold ${strike}`}>{words.money(line.cents)}</span>
    </li>
  )
}

function describeLine(words: Words, line: InvoiceLine, place: number, timeZone: string | undefined) {
  const { t, date } = words
  const { kind, block, day, at } = line
  if (kind === 'subscription_week')
    return { title: t('invoices.line.subscription_week', { place }), note: '' }
  if (kind === 'instant_day')
    return {
      title: t('invoices.line.instant_day'),
      note: day === null ? date(at, timeZone) : dayWords(words, day, 'long'),
    }
  if (block === null) return { title: t('invoices.line.check_in'), note: date(at, timeZone) }
  const when = date(block.startAt, timeZone)
  if (kind === 'check_in') return { title: t('invoices.line.check_in'), note: when }
  const pay = isUnstated(block)
    ? t('pay.not_stated')
    : t('invoices.line.paid_you', { pay: sayPay(words, block) })
  const how =
    block.offerKind !== null && choosesKind(block.offerKind) ? `${t(`kind.${block.offerKind}`)}, ` : ''
  return { title: when, note: `${how}${sayLength(words, block)}, ${pay}` }
}

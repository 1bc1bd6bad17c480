import type { Outputs } from '@madruga/core/contract.ts'
import type { Words } from '../../i18n.ts'
import type { Shown } from '../invoices/names.ts'

type Prices = Outputs['billing']['prices']

/** What a driver whose offers are called by this word pays by use, in a sentence or two. */
export function sayUsePrice({ t, money }: Words, prices: Prices, word: Shown['noun']): string {
  if (word === 'trip') return t('prices.trips', inMoney(money, prices.tripCents))
  return t('prices.blocks', {
    block: money(prices.blockCents),
    day: money(prices.instantDayCents),
    checkIn: money(prices.checkInCents),
  })
}

/** Prices by kind as texts. */
export function inMoney<K extends string>(
  money: (cents: number) => string,
  prices: Record<K, number>,
): Record<K, string> {
  const pairs = Object.entries<number>(prices).map(([kind, cents]) => [kind, money(cents)])
  return Object.fromEntries(pairs) as Record<K, string>
}

/** What paying by card adds, in a sentence; empty where it adds nothing. */
export function sayCardFee({ t, money, percent }: Words, fee: Prices['fees']['card']): string {
  if (fee.kind === 'none') return ''
  if (fee.kind === 'flat') return t('prices.card_flat', { fee: money(fee.cents) })
  return t('prices.card_percent', { percent: percent(fee.thousandths / 1_000), fixed: money(fee.fixedCents) })
}

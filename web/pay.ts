import type { Pay } from '@madruga/core/offers.ts'
import type { Words } from './i18n.ts'

/** A pay in one line of text: "$84", and "$84 + ~$19 tip" where the platform projects a tip. */
export function sayPay({ money, t }: Words, { payCents, tipCents }: Pay): string {
  const pay = money(payCents)
  return tipCents > 0 ? t('tip.with', { pay, tip: money(tipCents) }) : pay
}

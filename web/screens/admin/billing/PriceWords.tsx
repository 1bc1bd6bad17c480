import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import type { changesOf, PriceValue } from './price-form.ts'

/** The changed prices, each with its previous value. */
export function Changes({ changes }: { changes: ReturnType<typeof changesOf> }) {
  const words = useWords()
  const { t } = words
  return (
    <ul className="tnum text-sm">
      {changes.map(({ name, before, after }) => (
        <li key={name}>
          {t(`accounting.price.${name}`)}:{' '}
          {t('audit.from_to', { before: sayValue(words, before), after: sayValue(words, after) })}
        </li>
      ))}
    </ul>
  )
}

function sayValue({ t, money, number }: Words, value: PriceValue): string {
  if (value.kind === 'cents') return money(value.cents)
  if (value.kind === 'percent') return t('accounting.percent', { percent: number(value.percent) })
  const { rule } = value
  if (rule.kind === 'none') return t('accounting.fee.none')
  if (rule.kind === 'flat') return money(rule.cents)
  return t('accounting.fee_said', { percent: number(rule.thousandths / 10), fixed: money(rule.fixedCents) })
}

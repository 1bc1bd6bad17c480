import { useWords } from '../../i18n.ts'
import { priceLines } from './price.ts'
import type { Price } from './price.ts'
import '../invoices/invoices.css'

/** A price line by line, its total last. */
export function PriceLines({ price }: { price: Price }) {
  const words = useWords()
  return (
    <dl className="grid">
      {priceLines(words, price).map(({ name, cents, strong }) => (
        <div key={name} className="bill-sum" data-strong={strong}>
          <dt className="min-w-0 [overflow-wrap:anywhere]">{name}</dt>
          <dd className="tnum shrink-0">{words.money(cents)}</dd>
        </div>
      ))}
    </dl>
  )
}

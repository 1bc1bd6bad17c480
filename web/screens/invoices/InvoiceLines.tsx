import { useWords } from '../../i18n.ts'
import { LineRow } from './LineRow.tsx'
import { countLines } from './figures.ts'
import { countWords } from './names.ts'
import type { Shown } from './names.ts'
import type { Invoice } from './queries.ts'

/** The lines of an invoice by kind, each with its amount. */
export function InvoiceLines({
  invoice: { lines },
  timeZone,
}: Pick<Shown, 'timeZone'> & { invoice: Invoice }) {
  const words = useWords()
  return (
    <div className="grid gap-3 lg:gap-4">
      {countLines(lines).map(({ kind, count, cents }) => (
        <section key={kind} aria-labelledby={`lines-${kind}`} className="card px-4 py-4 lg:px-5">
          <h2
            id={`lines-${kind}`}
            className="flex items-baseline justify-between gap-3 text-lg font-extrabold"
          >
            <span className="min-w-0 leading-tight">{countWords(words, { kind, count })}</span>
            <span className="tnum">{words.money(cents)}</span>
          </h2>
          <ul className="mt-2 grid">
            {lines
              .filter((line) => line.kind === kind)
              .map((line, index) => (
                <LineRow key={index} line={line} place={index + 1} timeZone={timeZone} />
              ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

import { useState } from 'react'
import { METHOD_KINDS, chargeFor } from '@madruga/core/invoices.ts'
import type { Prices } from '@madruga/core/invoices.ts'
import { readWhole } from '@madruga/core/numbers.ts'
import { useWords } from '../../../i18n.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { Table } from '../../recap/Table.tsx'
import '../../recap/recap.css'

/** Initial number of blocks of the week: what a driver with a few days wins. */
const USUAL_BLOCKS = '5'

/**
 * The effect of these prices on a driver: a week of blocks and a week of each plan, for each payment
 * method.
 */
export function PricePreview({ prices }: { prices: Prices | null }) {
  const { t, money } = useWords()
  const [input, setInput] = useState(USUAL_BLOCKS)
  const count = readWhole(input)
  const blocks = count !== null && count < 100 ? count : null
  const weeks =
    prices === null
      ? []
      : [
          ...(blocks === null
            ? []
            : [
                {
                  name: t('accounting.week_of_blocks', { count: blocks }),
                  cents: blocks * prices.blockCents,
                },
              ]),
          { name: t('accounting.price.advanced'), cents: prices.weekCents.advanced },
          { name: t('accounting.price.professional'), cents: prices.weekCents.professional },
        ]
  return (
    <section className="card console-part" aria-labelledby="preview">
      <h2 id="preview">{t('accounting.preview')}</h2>
      {prices === null ? (
        <p className="text-muted">{t('accounting.preview_faults')}</p>
      ) : (
        <>
          <p className="text-muted">{t('accounting.preview_text')}</p>
          <div className="max-w-48">
            <TextField
              label={t('accounting.preview_blocks')}
              inputMode="numeric"
              maxLength={20}
              value={input}
              error={blocks === null ? t('accounting.wrong_blocks') : undefined}
              onChange={(event) => setInput(event.target.value)}
            />
          </div>
          <Table
            label={t('accounting.preview')}
            head={[
              t('accounting.what'),
              t('accounting.price_alone'),
              ...METHOD_KINDS.flatMap((method) => [
                t(`accounting.by.${method}`),
                t(`accounting.fee_of.${method}`),
              ]),
            ]}
            rows={weeks.map(({ name, cents }) => [
              name,
              money(cents),
              ...METHOD_KINDS.flatMap((method) => {
                const { totalCents, feeCents } = chargeFor(cents, prices.fees[method])
                return [money(totalCents), money(feeCents)]
              }),
            ])}
          />
        </>
      )}
    </section>
  )
}

import { IconPlus } from '../../../icons/plus.ts'
import { IconTrash } from '../../../icons/trash.ts'
import { announce } from '../../../announce.ts'
import { useWords } from '../../../i18n.ts'
import { NumberRow, Refusal, Pair } from '../Rows.tsx'
import { Section } from '../Section.tsx'
import { errorAt, partOf } from '../part.ts'
import type { Part } from '../part.ts'
import { MilesSteps } from './MilesSteps.tsx'
import { TIERS_MAX, proposeTier } from './spark-fields.ts'
import type { SparkFields, TierFields } from './spark-fields.ts'

/** "Up to so many miles pays at least so much", step by step, with the steps drawn. */
export function MilesSection({ part }: { part: Part<SparkFields> }) {
  const { t } = useWords()
  const tiers = partOf(part, 'tiers')
  const count = tiers.value.length
  const add = () => part.update((fields) => ({ ...fields, tiers: [...fields.tiers, proposeTier(fields)] }))
  return (
    <Section
      name="miles"
      title={t('spark.miles')}
      hint={count > 0 ? t('spark.miles_hint') : undefined}
      aside={
        count === 0 && (
          <button type="button" className="btn text-sm" onClick={add}>
            {t('spark.tier_first')}
          </button>
        )
      }
    >
      <MilesSteps tiers={tiers.value} />
      <ol className="grid list-none gap-2">
        {tiers.value.map((_, index) => (
          <Tier
            // Steps are identified only by their position.
            key={index}
            part={partOf(tiers, index)}
            place={index}
            onRemove={() => {
              tiers.update((old) => old.toSpliced(index, 1))
              announce(t('spark.tier_removed', { n: index + 1 }))
            }}
          />
        ))}
      </ol>
      <Refusal>{errorAt(tiers)}</Refusal>
      {count > 0 && count < TIERS_MAX && (
        <button type="button" className="btn mt-2 w-full" onClick={add}>
          <IconPlus size={20} aria-hidden />
          {t('spark.tier_add')}
        </button>
      )}
    </Section>
  )
}

function Tier({ part, place, onRemove }: { part: Part<TierFields>; place: number; onRemove: () => void }) {
  const { t } = useWords()
  const n = place + 1
  return (
    <li>
      <fieldset className="min-w-0 rounded-2xl bg-surface px-4 pb-3 pt-1">
        <legend className="sr-only">{t('spark.tier', { n })}</legend>
        <div className="flex items-center justify-between gap-2">
          <span aria-hidden className="font-bold text-muted">
            {t('spark.tier', { n })}
          </span>
          <button
            type="button"
            className="-mr-3 grid size-12 place-items-center rounded-xl hover:bg-surface-2"
            aria-label={t('spark.tier_remove', { n })}
            onClick={onRemove}
          >
            <IconTrash size={20} aria-hidden className="text-muted" />
          </button>
        </div>
        <Pair>
          <NumberRow part={part} name="miles" text="spark.tier_miles" step={1} unit="count" kind="rate" />
          <NumberRow part={part} name="pay" zero="any" text="spark.tier_pay" step={1} unit="money" />
        </Pair>
      </fieldset>
    </li>
  )
}

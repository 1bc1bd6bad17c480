import { IconCar } from '../../../icons/car.ts'
import { IconPackages } from '../../../icons/packages.ts'
import { IconShoppingCart } from '../../../icons/shopping-cart.ts'
import { CURBSIDE_MAX_STOPS, SPARK_KINDS } from '@madruga/core/filters.ts'
import type { SparkKind } from '@madruga/core/filters.ts'
import { useWords } from '../../../i18n.ts'
import { SwitchRow } from '../../../ui/SwitchRow.tsx'
import { FRAMED_IN_SHEET, NumberRow, Refusal, ToggleRow, TightPair } from '../Rows.tsx'
import { Section } from '../Section.tsx'
import { change, errorAt, hasErrors, partOf } from '../part.ts'
import type { Part } from '../part.ts'
import type { KindFields, SparkFields } from './spark-fields.ts'

const ICONS = { curbside: IconCar, shopping: IconShoppingCart, multiple: IconPackages }

/** Kinds of trips, each on or off with its pay and stops, and whether tips count. */
export function KindsSection({ part }: { part: Part<SparkFields> }) {
  const { t } = useWords()
  const kinds = partOf(part, 'kinds')
  return (
    <Section name="kinds" title={t('spark.kinds')} hint={t('spark.kinds_hint')}>
      <div className="grid gap-2" data-invalid={errorAt(kinds) !== undefined}>
        {SPARK_KINDS.map((kind) => (
          <Kind key={kind} kind={kind} part={partOf(kinds, kind)} />
        ))}
        <Refusal>{errorAt(kinds)}</Refusal>
        <ToggleRow part={part} name="countTip" text="filter.count_tip" hinted />
      </div>
    </Section>
  )
}

function Kind({ kind, part }: { kind: SparkKind; part: Part<KindFields> }) {
  const { t } = useWords()
  const Icon = ICONS[kind]
  const { enabled } = part.value
  return (
    <fieldset className="min-w-0 rounded-2xl bg-surface">
      <legend className="sr-only">{t(`kind.${kind}`)}</legend>
      <div className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center pl-4">
        <Icon size={26} aria-hidden className={enabled ? 'text-green' : 'text-muted'} />
        <div className={FRAMED_IN_SHEET}>
          <SwitchRow
            label={t(`kind.${kind}`)}
            hint={t(`spark.${kind}_hint`, { max: CURBSIDE_MAX_STOPS })}
            checked={enabled}
            onChange={(checked) => change(part, { enabled: checked })}
          />
        </div>
      </div>
      {(enabled || hasErrors(part)) && (
        <div className="px-4 pb-4">
          <TightPair>
            <NumberRow part={part} name="minPay" zero="any" text="spark.min_pay" step={1} unit="money" />
            <NumberRow part={part} name="maxStops" zero="any" text="spark.max_stops" step={1} unit="count" />
          </TightPair>
        </div>
      )}
    </fieldset>
  )
}

import { IconCar } from '../../../icons/car.ts'
import { IconPackages } from '../../../icons/packages.ts'
import { IconShoppingCart } from '../../../icons/shopping-cart.ts'
import { useId, useState } from 'react'
import { CURBSIDE_MAX_STOPS, SPARK_KINDS } from '@madruga/core/filters.ts'
import type { SparkKind } from '@madruga/core/filters.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { SwitchKnob } from '../../../ui/SwitchRow.tsx'
import { useDesktop } from '../../../ui/media.ts'
import { FoldButton, NumberRow, Refusal, Pair, ToggleRow } from '../Rows.tsx'
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
    <Section name="kinds" title={t('spark.kinds')}>
      <div
        className="grid divide-y divide-line rounded-2xl bg-surface"
        data-invalid={errorAt(kinds) !== undefined}
      >
        {SPARK_KINDS.map((kind) => (
          <Kind key={kind} kind={kind} part={partOf(kinds, kind)} />
        ))}
        <div className="px-4 empty:hidden">
          <Refusal>{errorAt(kinds)}</Refusal>
        </div>
        <ToggleRow part={part} name="countTip" text="filter.count_tip" hinted />
      </div>
    </Section>
  )
}

/** A kind in one row with what it asks; its fields below, folded on a phone. */
function Kind({ kind, part }: { kind: SparkKind; part: Part<KindFields> }) {
  const words = useWords()
  const { t } = words
  const Icon = ICONS[kind]
  const { enabled } = part.value
  const id = useId()
  const desktop = useDesktop()
  const [isOpen, setOpen] = useState(desktop)
  const open = (enabled && isOpen) || hasErrors(part)
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{t(`kind.${kind}`)}</legend>
      <div className="flex items-center gap-2 pr-4">
        <FoldButton look="pl-4" open={open} disabled={!enabled} onToggle={() => setOpen(!isOpen)}>
          <Icon size={26} aria-hidden className={`shrink-0 ${enabled ? 'text-green' : 'text-muted'}`} />
          <span className="min-w-0 flex-1">
            <span id={id} className="block font-bold leading-tight">
              {t(`kind.${kind}`)}
            </span>
            <span className="tnum block text-sm leading-snug text-muted empty:hidden">
              {enabled && askedOf(words, part.value)}
            </span>
          </span>
        </FoldButton>
        <SwitchKnob
          checked={enabled}
          onChange={(checked) => change(part, { enabled: checked })}
          labelledBy={id}
        />
      </div>
      {open && (
        <div className="grid gap-2 px-4 pb-4">
          <p className="text-sm leading-snug text-muted">
            {t(`spark.${kind}_hint`, { max: CURBSIDE_MAX_STOPS })}
          </p>
          <Pair>
            <NumberRow part={part} name="minPay" zero="any" text="spark.min_pay" step={1} unit="money" />
            <NumberRow part={part} name="maxStops" zero="any" text="spark.max_stops" step={1} unit="count" />
          </Pair>
        </div>
      )}
    </fieldset>
  )
}

/** What a kind asks in a line: "From $16, Maximum stops 3". */
function askedOf({ t, money, number }: Words, { minPay, maxStops }: KindFields): string {
  const pay = minPay ? [t('spark.from_pay', { pay: money(minPay * 100) })] : []
  const stops = maxStops ? [`${t('spark.max_stops')} ${number(maxStops)}`] : []
  return [...pay, ...stops].join(', ') || t('filter.zero_any')
}

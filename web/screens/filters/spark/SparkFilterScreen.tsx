import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { CURBSIDE_MAX_STOPS, SPARK_KINDS } from '@madruga/core/filters.ts'
import type { SparkFilter, SparkKind } from '@madruga/core/filters.ts'
import type { Station } from '@madruga/core/offers.ts'
import { announce } from '../../../announce.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { IconCar, IconPackages, IconPlus, IconShoppingCart, IconTrash } from '../../../icons/drawings.ts'
import { sessionQuery } from '../../../queries.ts'
import { Navigate } from '../../../ui/Navigate.tsx'
import { SwitchKnob } from '../../../ui/SwitchRow.tsx'
import { useDesktop } from '../../../ui/media.ts'
import { filterScreen } from '../../shell/menu.ts'
import { arrivalRule, useCommonRules } from '../CommonRules.tsx'
import { EditorColumns, EditorFrame } from '../EditorFrame.tsx'
import { EditorWaiting } from '../EditorWaiting.tsx'
import { ListedStations } from '../ListedStations.tsx'
import { LoadedFilter } from '../LoadedFilter.tsx'
import { MoreRules } from '../MoreRules.tsx'
import { FoldButton, NumberRow, Refusal, Pair, ToggleRow } from '../Rows.tsx'
import { Section } from '../Section.tsx'
import { WeekSection } from '../Week.tsx'
import { partOf, change, errorAt, hasErrors } from '../part.ts'
import type { Part } from '../part.ts'
import { useFilterForm } from '../use-filter-form.ts'
import type { SavedFilter } from '../use-filter-form.ts'
import { useJump } from '../use-jump.ts'
import { SPARK_FORM, TIERS_MAX, proposeTier } from './spark-fields.ts'
import type { KindFields, SparkFields, TierFields } from './spark-fields.ts'

/** The filter of the spark variant, one screen for all plans. */
export function SparkFilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (filterScreen(driver) !== 'spark-filter') return <Navigate to={`/${filterScreen(driver)}`} />
  return (
    <LoadedFilter variant="spark" plan={driver.plan} timeZone={driver.timeZone}>
      {(entry, stores) => (
        // Each plan has its own editor and draft: input of the old one may no longer be allowed.
        <SparkFilterForm key={entry.filter.plan} driverId={driver.id} saved={entry} stores={stores} />
      )}
    </LoadedFilter>
  )
}

/** The editor of the spark variant, for every plan. */
function SparkFilterForm({
  driverId,
  saved,
  stores,
}: {
  driverId: string
  saved: SavedFilter<SparkFilter>
  stores: readonly Station[]
}) {
  const state = useFilterForm(SPARK_FORM, driverId, saved, stores)
  const { root } = state
  const { plan, timeZone } = state.base.filter
  const { jump, unfolded, onFold } = useJump()
  const words = useWords()
  const rules = [...useCommonRules(root, { plan }), arrivalRule(words, root)]
  return (
    <EditorFrame state={state} onJump={jump}>
      <EditorColumns
        aside={<WeekSection part={partOf(root, 'week')} timeZone={timeZone} second={plan !== 'basic'} />}
        end={<MoreRules state={state} rules={rules} unfolded={unfolded} onFold={onFold} />}
      >
        <ListedStations variant="spark" part={partOf(root, 'storeIds')} stations={stores} gone={saved.gone} />
        <KindsSection part={root} />
        <MilesSection part={root} />
      </EditorColumns>
    </EditorFrame>
  )
}

const ICONS = { curbside: IconCar, shopping: IconShoppingCart, multiple: IconPackages }

/** Kinds of trips, each on or off with its pay and stops, and whether tips count. */
function KindsSection({ part }: { part: Part<SparkFields> }) {
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
        <ToggleRow part={part} name="countTip" text="filter.count_tip" />
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

/** What a kind asks in a line: "From $16, up to 3 stops". */
function askedOf({ t, money }: Words, { minPay, maxStops }: KindFields): string {
  const pay = minPay ? [t('spark.from_pay', { pay: money(minPay * 100) })] : []
  const stops = maxStops ? [t('spark.up_to_stops', { count: maxStops })] : []
  return [...pay, ...stops].join(', ') || t('filter.zero_any')
}

/** "Up to so many miles pays at least so much", step by step, with the steps drawn. */
function MilesSection({ part }: { part: Part<SparkFields> }) {
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

const WIDTH = 320
const HEIGHT = 88
const TOP = 22

type Step = { from: number; miles: number; pay: number }

/** The tiers as a staircase of pay over miles: a picture beside the fields, which say the same. */
function MilesSteps({ tiers }: { tiers: readonly TierFields[] }) {
  const { money, number } = useWords()
  const steps = stepsOf(tiers)
  const most = Math.max(...steps.map((step) => step.pay), 1)
  const far = steps.at(-1)?.miles ?? 0
  if (far === 0) return null
  const x = (miles: number) => (miles / far) * WIDTH
  const y = (pay: number) => HEIGHT - (pay / most) * (HEIGHT - TOP)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 22}`}
      className="tnum mb-2 block w-full max-w-[26rem] rounded-2xl bg-surface px-4 pt-2"
    >
      {steps.map((step) => {
        const wide = x(step.miles) - x(step.from)
        return (
          <g key={step.miles}>
            <rect
              x={x(step.from)}
              y={y(step.pay)}
              width={Math.max(0, wide - 2)}
              height={HEIGHT - y(step.pay)}
              rx="3"
              fill="var(--sign)"
            />
            {wide > 34 && (
              <text
                x={x(step.from) + wide / 2}
                y={y(step.pay) - 6}
                textAnchor="middle"
                fontSize="14"
                fontWeight="800"
                fill="var(--text)"
              >
                {money(step.pay * 100)}
              </text>
            )}
            {wide > 18 && (
              <text x={x(step.miles) - 3} y={HEIGHT + 16} textAnchor="end" fontSize="13" fill="var(--muted)">
                {number(step.miles)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The tiers with a positive width, in order. */
function stepsOf(tiers: readonly TierFields[]): Step[] {
  const steps: Step[] = []
  for (const { miles, pay } of tiers) {
    const from = steps.at(-1)?.miles ?? 0
    if (miles !== null && miles > from) steps.push({ from, miles, pay: Math.max(0, pay ?? 0) })
  }
  return steps
}

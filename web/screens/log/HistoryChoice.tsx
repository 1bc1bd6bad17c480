import { useState } from 'react'
import { shiftDay } from '@madruga/core/days.ts'
import { OUTCOMES } from '@madruga/core/events.ts'
import type { Outcome } from '@madruga/core/events.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import { downloadAddress } from '../../downloads.ts'
import { useWords } from '../../i18n.ts'
import { IconDownload, IconSearch } from '../../icons/drawings.ts'
import { IconAdjustmentsHorizontal } from '../../icons/first.ts'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useTyped } from '../../ui/use-typed.ts'
import { QUICK_DAYS, countHidden, isReversed, quickDays, quickNameOf } from './history-search.ts'
import type { HistoryFilters } from './history-search.ts'
import { groupsOf } from './view.ts'

/** As wide as the number of days that offers are kept. */
const USUAL_DAYS = 90

type Change = (part: { [N in keyof HistoryFilters]?: string | undefined }, typing?: boolean) => void

type ChoiceProps = {
  filters: HistoryFilters
  /** The app of the offers; spark's come from stores. */
  variant: Variant
  stations: readonly Station[]
  today: string
  /** How long offers are kept; undefined until the server has answered. */
  keptDays: number | undefined
  /** Whether new lines show as they come. */
  live: boolean
  onChange: Change
  onLive: (live: boolean) => void
}

type PanelProps = Omit<ChoiceProps, 'live' | 'onLive'>

/** Filters of the logs: outcomes, text and the switch directly, days and station one tap away. */
export function HistoryChoice(props: ChoiceProps) {
  const { filters, variant, live, onChange, onLive } = props
  const { t } = useWords().of(variant)
  const [open, setOpen] = useState(() => countHidden(filters) > 0)
  const count = countHidden(filters)
  return (
    <div className="grid gap-2">
      <OutcomeChips
        outcomes={groupsOf(OUTCOMES, variant)}
        chosen={filters.outcome ?? null}
        onChoose={(outcome) => onChange({ outcome: outcome ?? undefined })}
      />
      <div className="flex gap-2">
        <SearchBox label={t('history.search')} text={filters.text ?? ''} onChange={onChange} />
        <button
          type="button"
          className="btn shrink-0"
          aria-expanded={open}
          aria-label={count > 0 ? t('history.filters_on', { count }) : t('history.filters')}
          onClick={() => setOpen(!open)}
        >
          <IconAdjustmentsHorizontal size={22} aria-hidden />
          {count > 0 && <span aria-hidden>{count}</span>}
        </button>
        <button
          type="button"
          role="switch"
          className="btn shrink-0 aria-checked:!bg-sign aria-checked:text-on-sign"
          aria-checked={live}
          onClick={() => onLive(!live)}
        >
          {t('offers.live')}
        </button>
      </div>
      {open && <Panel {...props} />}
    </div>
  )
}

/** Searches after a pause in typing; a changed address (the back button) is shown here too. */
function SearchBox({ label, text, onChange }: { label: string; text: string; onChange: Change }) {
  const { typed, type } = useTyped(text, (next) => onChange({ text: next }, true))
  return (
    <span className="relative min-w-0 flex-1">
      <IconSearch
        size={20}
        aria-hidden
        className="pointer-events-none absolute inset-y-0 left-3.5 my-auto text-muted"
      />
      <input
        type="search"
        className="field text-ellipsis !pl-11"
        placeholder={label}
        aria-label={label}
        maxLength={80}
        value={typed}
        onChange={(event) => type(event.target.value)}
      />
    </span>
  )
}

function Panel({ filters, variant, stations, today, keptDays, onChange }: PanelProps) {
  const { t } = useWords().of(variant)
  const isKnown = stations.some((station) => station.id === filters.stationId)
  return (
    <div className="card grid gap-4 px-4 py-4 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] lg:gap-6">
      <Days filters={filters} today={today} keptDays={keptDays} onChange={onChange} />
      <div className="grid content-start gap-4">
        <SelectField
          label={t('history.station')}
          value={filters.stationId ?? ''}
          onChange={(event) => onChange({ stationId: event.target.value })}
        >
          <option value="">{t('history.all_stations')}</option>
          {filters.stationId !== undefined && !isKnown && (
            <option value={filters.stationId}>{filters.stationId}</option>
          )}
          {stations.map((station) => (
            <option key={station.id} value={station.id}>
              {station.code}, {station.city}
            </option>
          ))}
        </SelectField>
        <div className="flex flex-wrap items-center gap-2">
          <a className="btn" href={downloadAddress('history.csv', { ...filters, variant })} download>
            <IconDownload size={20} aria-hidden />
            {t('history.export')}
          </a>
          {Object.keys(filters).length > 0 && (
            <button
              type="button"
              className="btn"
              onClick={() => onChange({ outcome: '', from: '', to: '', stationId: '', text: '' })}
            >
              {t('history.clear')}
            </button>
          )}
          {/* Its room is there before its number. */}
          <span className={`text-sm text-muted ${keptDays === undefined ? 'invisible' : ''}`}>
            {t('history.kept', { count: keptDays ?? USUAL_DAYS })}
          </span>
        </div>
      </div>
    </div>
  )
}

function Days({ filters, today, keptDays, onChange }: Omit<PanelProps, 'variant' | 'stations'>) {
  const { t } = useWords()
  const quick = quickNameOf(filters, today)
  return (
    <fieldset className="grid content-start gap-3">
      <legend className="sr-only">{t('history.days')}</legend>
      <div className="flex flex-wrap gap-2">
        {QUICK_DAYS.map((name) => (
          <button
            key={name}
            type="button"
            className="btn aria-pressed:bg-sign aria-pressed:text-on-sign"
            aria-pressed={quick === name}
            onClick={() => onChange(quickDays(name, today))}
          >
            {t(`history.${name}`)}
          </button>
        ))}
      </div>
      <div className="grid grid-cols-2 gap-2.5 max-[21rem]:grid-cols-1">
        {(['from', 'to'] as const).map((edge) => (
          <TextField
            key={edge}
            type="date"
            className="!px-3"
            label={t(`history.${edge}`)}
            min={keptDays === undefined ? undefined : shiftDay(today, -keptDays)}
            max={today}
            value={filters[edge] ?? ''}
            error={edge === 'to' && isReversed(filters) ? t('error.before_start') : undefined}
            onChange={(event) => onChange({ [edge]: event.target.value })}
          />
        ))}
      </div>
    </fieldset>
  )
}

/** Outcomes as chips that scroll sideways on a phone; null is the chip for all. */
function OutcomeChips({
  outcomes,
  chosen,
  onChoose,
}: {
  outcomes: readonly Outcome[]
  chosen: Outcome | null
  onChoose: (outcome: Outcome | null) => void
}) {
  const { t } = useWords()
  return (
    <fieldset
      aria-label={t('log.filter_by')}
      className="-mx-3 flex gap-2 overflow-x-auto px-3 py-1 min-[22.5rem]:-mx-4 min-[22.5rem]:px-4 [scrollbar-width:none] lg:mx-0 lg:flex-wrap lg:p-0"
    >
      {[null, ...outcomes].map((outcome) => {
        const name = outcome ?? 'all'
        return (
          <button
            key={name}
            type="button"
            className="min-h-12 shrink-0 rounded-full border-2 border-line bg-surface px-4 font-bold aria-pressed:border-sign aria-pressed:bg-sign aria-pressed:text-on-sign"
            aria-pressed={outcome === chosen}
            onClick={() => onChoose(outcome)}
          >
            {t(`log.${name}`)}
          </button>
        )
      })}
    </fieldset>
  )
}

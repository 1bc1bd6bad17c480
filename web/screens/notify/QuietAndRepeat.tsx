import { useId } from 'react'
import { describeVariant } from '@madruga/core/variants.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { useVariant } from '../../stations.ts'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { parseClock } from '../filters/fields.ts'
import { AlertSection } from './AlertSection.tsx'
import { EVERY_MINUTES, REPEAT_TIMES } from './alerts.ts'
import type { AlertFields } from './alerts.ts'
import type { AlertsForm } from './use-alerts-form.ts'

/** Quiet hours. */
export function QuietSection({ form }: { form: AlertsForm }) {
  const words = useWords()
  const { t } = words
  const mattering = useMattering()
  const { quiet } = form.fields
  const change = (part: Partial<AlertFields['quiet']>) => form.change({ quiet: { ...quiet, ...part } })
  return (
    <AlertSection name="quiet" title={t('alerts.quiet')}>
      <SwitchRow
        label={t('alerts.quiet_on')}
        hint={t('alerts.quiet_hint')}
        checked={quiet.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {(quiet.enabled || hasFault(form, 'from', 'to')) && (
        <>
          <div className="card grid gap-2 px-4 py-3">
            <div className="grid grid-cols-2 gap-2.5 max-[21rem]:grid-cols-1">
              {(['from', 'to'] as const).map((edge) => (
                <TimeInput
                  key={edge}
                  label={t(`alerts.quiet_${edge}`)}
                  value={quiet[edge]}
                  error={form.faults.includes(edge) ? t('alerts.time_missing') : undefined}
                  onChange={(value) => change({ [edge]: value })}
                />
              ))}
            </div>
            <p className="text-sm text-muted">{describeQuiet(words, quiet)}</p>
          </div>
          <SwitchRow
            label={t('alerts.let_mattering')}
            hint={t(`alerts.let_mattering_${mattering}`)}
            checked={quiet.letMattering}
            onChange={(letMattering) => change({ letMattering })}
          />
        </>
      )}
    </AlertSection>
  )
}

function TimeInput({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  value: string
  error: string | undefined
  onChange: (value: string) => void
}) {
  const id = useId()
  return (
    <label className="grid content-start gap-1 text-sm text-muted">
      {label}
      <input
        type="time"
        className="field !px-3"
        value={value}
        aria-invalid={error !== undefined}
        aria-describedby={id}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={id} className="font-semibold text-red empty:hidden">
        {error}
      </span>
    </label>
  )
}

/** Repetition until acknowledged. */
export function RepeatSection({ form }: { form: AlertsForm }) {
  const { t } = useWords()
  const mattering = useMattering()
  const { repeat } = form.fields
  const change = (part: Partial<AlertFields['repeat']>) => form.change({ repeat: { ...repeat, ...part } })
  const errorOf = (field: 'every' | 'times', limits: { min: number; max: number }) =>
    form.faults.includes(field) ? t('alerts.between', limits) : undefined
  return (
    <AlertSection name="repeat" title={t('alerts.repeat')}>
      <SwitchRow
        label={t('alerts.repeat_on')}
        hint={t(`alerts.repeat_${mattering}`)}
        checked={repeat.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {(repeat.enabled || hasFault(form, 'every', 'times')) && (
        <div className="card grid gap-4 px-4 py-3 sm:grid-cols-2">
          <Stepper
            label={t('alerts.every')}
            unit="minutes"
            step={1}
            value={repeat.every}
            error={errorOf('every', EVERY_MINUTES)}
            onChange={(every) => change({ every })}
          />
          <Stepper
            label={t('alerts.times')}
            unit="count"
            step={1}
            value={repeat.times}
            error={errorOf('times', REPEAT_TIMES)}
            onChange={(times) => change({ times })}
          />
        </div>
      )}
    </AlertSection>
  )
}

/** What is important in the driver's app: the text that names it. */
function useMattering(): 'checks' | 'no_checks' {
  return describeVariant(useVariant()).hasHumanChecks ? 'checks' : 'no_checks'
}

function hasFault(form: AlertsForm, ...fields: AlertsForm['faults'][number][]): boolean {
  return fields.some((field) => form.faults.includes(field))
}

function describeQuiet(words: Words, { from, to }: AlertFields['quiet']): string {
  const [start, end] = [parseClock(from), parseClock(to)]
  if (Number.isNaN(start + end)) return ''
  if (start === end) return words.t('alerts.quiet_never')
  const clock = (minute: number) => words.time(minute * 60_000, 'UTC')
  return words.t(end < start ? 'alerts.quiet_next_day' : 'alerts.quiet_same_day', {
    from: clock(start),
    to: clock(end),
  })
}

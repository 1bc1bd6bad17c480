import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { REMINDER_MINUTES } from '@madruga/core/notify.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SaveButton, SaveLine } from '../../ui/SaveButton.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { submit } from '../../ui/submit.ts'
import { parseClock } from '../filters/fields.ts'
import { AlertSection } from './AlertSection.tsx'
import { ChannelCard } from './ChannelCard.tsx'
import { RoutesSection } from './RoutesSection.tsx'
import { EVERY_MINUTES, REPEAT_TIMES } from './alerts.ts'
import type { AlertFields } from './alerts.ts'
import { alertsQuery } from './queries.ts'
import type { AlertsState } from './queries.ts'
import { useAlertsForm } from './use-alerts-form.ts'
import type { AlertsForm } from './use-alerts-form.ts'

/** Which notifications use which channels, and when not. */
export function NotificationSettings() {
  const alerts = useQuery(alertsQuery)
  const session = useQuery(sessionQuery)
  if (alerts.data && session.data) {
    return <AlertsEditor key={session.data.id} driverId={session.data.id} state={alerts.data} />
  }
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <section className="card overflow-hidden" aria-busy={!alerts.isError}>
        <FailedOr query={alerts}>
          <SkeletonRows rows={8} />
        </FailedOr>
      </section>
    </div>
  )
}

/** All alert settings on one page; saved by the button under the thumb, like a filter. */
function AlertsEditor({ driverId, state }: { driverId: string; state: AlertsState }) {
  const { t } = useWords()
  const id = useId()
  const form = useAlertsForm(driverId, state)
  const { fields } = form
  return (
    <form
      id={id}
      noValidate
      className="mx-auto w-full max-w-[72rem] px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6"
      onSubmit={submit(form.save)}
    >
      {form.restored && (
        <div className="mb-5">
          <Notice
            kind="plain"
            actions={
              <button type="button" className="btn" onClick={form.discard}>
                {t('alerts.discard')}
              </button>
            }
          >
            {t('form.restored')}
          </Notice>
        </div>
      )}
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-10">
        <div className="grid content-start gap-8">
          <AlertSection name="ways" title={t('alerts.ways')}>
            {form.ways.map((channel) => (
              <ChannelCard
                key={channel}
                channel={channel}
                on={fields.channels[channel]}
                state={state}
                onSwitch={(on) => form.change({ channels: { ...fields.channels, [channel]: on } })}
              />
            ))}
          </AlertSection>
          <ReminderSection form={form} />
          <QuietSection form={form} />
        </div>
        <div className="grid content-start gap-8">
          <RoutesSection form={form} />
          <RepeatSection form={form} />
        </div>
      </div>
      <BottomBar>
        <div className="grid items-center gap-x-6 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <SaveLine
            faults={form.faults.length}
            problem={form.problem}
            state={t(form.dirty ? 'form.unsaved' : 'alerts.saved')}
          />
          <SaveButton of="alerts" form={id} saving={form.saving} quiet={!form.dirty && !form.saving} />
        </div>
      </BottomBar>
    </form>
  )
}

/** Quiet hours. */
function QuietSection({ form }: { form: AlertsForm }) {
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
function RepeatSection({ form }: { form: AlertsForm }) {
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
        hint={t(`alerts.let_mattering_${mattering}`)}
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
  return words.t(end < start ? 'alerts.quiet_next_day' : 'alerts.quiet_same_day', { to: clock(end) })
}

/** How long before a block its reminder comes. */
function ReminderSection({ form }: { form: AlertsForm }) {
  const { t } = useWords()
  const id = useId()
  return (
    <AlertSection name="reminder" title={t('alerts.reminder')}>
      <Segmented
        label={t('alerts.reminder')}
        name={id}
        value={form.fields.reminder}
        onChange={(reminder) => form.change({ reminder })}
        choices={[
          ...REMINDER_MINUTES.map((minutes) => ({
            value: `${minutes}` as const,
            label: t('alerts.reminder_say', { minutes }),
            face: t('alerts.reminder_minutes', { minutes }),
          })),
          { value: 'none', label: t('alerts.reminder_none') },
        ]}
      />
    </AlertSection>
  )
}

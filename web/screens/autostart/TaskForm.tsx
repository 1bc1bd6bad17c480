import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { readTask } from '@madruga/core/autostart.ts'
import { START_MODES } from '@madruga/core/bot-states.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { IconAlarmPlus } from '../../icons/drawings.ts'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '../../icons/first.ts'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'
import { useFields } from '../../ui/use-fields.ts'
import { WEEKDAY_GROUPS } from '../../ui/weekday-groups.ts'
import { readTaskDraft, writeTaskDraft } from './tasks.ts'
import type { AutostartView, Task, Input } from './tasks.ts'

type TaskFormProps = {
  driverId: string
  /** The initial form. */
  begin: Input
  /** Values from the address. */
  proposed: Partial<Input> | null
  /** Whether the platform has instant offers. */
  instant: boolean
  today: string
  view: AutostartView
  onCancel?: () => void
  onAdded: (task: Task) => void
}

/** Adds a task; input survives a refusal, a reload and a lost connection. */
export function TaskForm(props: TaskFormProps) {
  const { instant, today, onCancel } = props
  const { t, say } = useWords()
  const { form, old, add, send } = useTaskForm(props)
  const { values, set, bind } = form
  const problem = add.error ? toProblem(add.error) : null
  return (
    <form
      id={form.id}
      noValidate
      onSubmit={submit(send)}
      className="card grid gap-5 p-4"
      aria-label={t('autostart.new')}
    >
      {old && <Notice kind="plain">{t('form.kept')}</Notice>}
      <ChoiceCards
        label={t('autostart.new')}
        name="action"
        value={values.action}
        onChange={(action) => set('action', action)}
        choices={[
          {
            value: 'start',
            title: t('autostart.start'),
            icon: <IconPlayerPlayFilled size={24} aria-hidden />,
          },
          { value: 'stop', title: t('autostart.stop'), icon: <IconPlayerStopFilled size={24} aria-hidden /> },
        ]}
      />
      <TextField
        {...bind('time')}
        type="time"
        label={t('autostart.time')}
        className="tnum text-xl font-extrabold"
      />
      <Days form={form} today={today} />
      {values.action === 'start' && <StartFields form={form} instant={instant} />}
      {problem && !problem.params.fields?.length && (
        <Notice kind="bad">
          {t('autostart.create_failed', { reason: say(`error.${problem.code}`, problem.params) })}
        </Notice>
      )}
      <FormAct form={form.id} busy={add.isPending}>
        <IconAlarmPlus size={24} aria-hidden className="shrink-0" />
        {t(add.isPending ? 'autostart.adding' : 'autostart.add')}
      </FormAct>
      {onCancel && (
        <button type="button" className="btn" onClick={onCancel}>
          {t('autostart.cancel')}
        </button>
      )}
    </form>
  )
}

function useTaskForm({ driverId, begin, proposed, view, onAdded }: TaskFormProps) {
  const [draft] = useState(() => readTaskDraft(driverId, begin))
  const form = useFields<Input>(() => ({ ...(draft ?? begin), ...proposed }))
  const { values, refuse } = form
  const [old, setOld] = useState(draft !== null && proposed === null)
  const add = useMutation({
    mutationFn: (input: Input) => api.autostart.create(input),
    onSuccess: (task) => {
      form.replace(begin)
      writeTaskDraft(driverId, begin, begin)
      onAdded(task)
    },
    onError: (error) => refuse(toProblem(error).params.fields ?? []),
  })
  useEffect(() => writeTaskDraft(driverId, values, begin), [driverId, values, begin])
  const send = () => {
    if (add.isPending) return
    setOld(false)
    add.reset()
    const { fields } = readTask(values, view.mostDays)
    refuse(fields ?? [])
    if (!fields) add.mutate(values)
  }
  return { form, old, add, send }
}

type Form = ReturnType<typeof useTaskForm>['form']

/** Once or on weekdays, and the days. */
function Days({ form, today }: { form: Form; today: string }) {
  const { t } = useWords()
  const { values, set, bind } = form
  const range = values.every === 'range'
  return (
    <div className="grid gap-3">
      <Segmented
        label={t('autostart.every')}
        name="every"
        value={values.every}
        onChange={(every) => set('every', every)}
        choices={(['once', 'range'] as const).map((value) => ({
          value,
          label: t(value === 'once' ? 'autostart.every_once' : 'autostart.repeats'),
        }))}
      />
      <div className={range ? 'grid grid-cols-2 gap-2.5 max-[23rem]:grid-cols-1' : 'grid'}>
        <TextField
          {...bind('from')}
          type="date"
          min={today}
          label={t(range ? 'autostart.from' : 'autostart.day')}
          className="!px-3"
        />
        {range && (
          <TextField {...bind('to')} type="date" min={today} label={t('autostart.to')} className="!px-3" />
        )}
      </div>
      {range && (
        <WeekdayPicker
          label={t('autostart.weekdays')}
          value={values.weekdays}
          error={form.errorOf('weekdays')}
          onChange={(weekdays) => set('weekdays', weekdays)}
        />
      )}
    </div>
  )
}

/** How a start searches. */
function StartFields({ form, instant }: { form: Form; instant: boolean }) {
  const { t } = useWords()
  const { values, set, bind } = form
  return (
    <>
      {(instant || values.mode !== 'regular') && (
        <SelectField
          {...bind('mode')}
          label={t('home.mode')}
          hint={values.mode === 'regular' ? undefined : t('autostart.instant_needs')}
        >
          {START_MODES.filter((mode) => instant || mode === 'regular' || mode === values.mode).map((mode) => (
            <option key={mode} value={mode}>
              {t(`mode.${mode}`)}
            </option>
          ))}
        </SelectField>
      )}
      <div className="-mx-4 -my-2">
        <SwitchRow
          label={t('home.live_log')}
          hint={t('home.live_log_text')}
          checked={values.liveLog}
          onChange={(liveLog) => set('liveLog', liveLog)}
        />
      </div>
    </>
  )
}

/** Weekdays as a row of switches, and buttons for the usual groups of them. */
function WeekdayPicker({
  label,
  value,
  error,
  onChange,
}: {
  label: string
  /** 1 = Monday, 7 = Sunday. */
  value: readonly number[]
  error: string | undefined
  onChange: (weekdays: number[]) => void
}) {
  const { t, weekday } = useWords()
  const toggle = (day: number) =>
    onChange(WEEKDAY_GROUPS.all.filter((each) => value.includes(each) !== (each === day)))
  return (
    <fieldset className="grid gap-2" aria-invalid={error !== undefined}>
      <legend className="mb-2 font-semibold leading-tight">{label}</legend>
      <div className="grid grid-cols-7 gap-1">
        {WEEKDAY_GROUPS.all.map((day) => (
          <button
            key={day}
            type="button"
            className="btn !min-w-0 !px-0 text-sm capitalize aria-pressed:bg-sign aria-pressed:text-on-sign"
            aria-pressed={value.includes(day)}
            onClick={() => toggle(day)}
          >
            {weekday(day, 'short').replace('.', '')}
          </button>
        ))}
      </div>
      <div className="flex flex-wrap gap-2">
        {(['all', 'weekdays', 'weekend'] as const).map((group) => (
          <button
            key={group}
            type="button"
            className="btn flex-1 text-sm"
            onClick={() => onChange([...WEEKDAY_GROUPS[group]])}
          >
            {t(`weekdays.${group}`)}
          </button>
        ))}
      </div>
      <p className="font-semibold leading-snug text-red empty:hidden">{error}</p>
    </fieldset>
  )
}

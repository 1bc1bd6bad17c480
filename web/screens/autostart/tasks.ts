import type { Search } from '../../address.ts'
import type { Inputs, Outputs } from '@madruga/core/contract.ts'
import { EVERY_DAY } from '@madruga/core/autostart.ts'
import { dayNames, isDay, shiftDay } from '@madruga/core/days.ts'
import type { Key, Words } from '../../i18n.ts'
import { WEEKDAY_GROUPS } from '../../ui/weekday-groups.ts'
import { DEVICE, readDraft, writeDraft } from '../../stored-draft.ts'
import { relativeFormat } from '@madruga/core/formats.ts'

export type AutostartView = Outputs['autostart']['list']
export type Task = AutostartView['tasks'][number]
export type Past = AutostartView['past'][number]
export type Input = Inputs['autostart']['create'] & { weekdays: number[] }

/** Inserts a new task among the others, the next one due first. */
export function placeTask(view: AutostartView, task: Task): AutostartView {
  const rest = view.tasks.filter((one) => one.id !== task.id)
  const timeOf = ({ nextAt }: Task) => nextAt ?? Number.POSITIVE_INFINITY
  return { ...view, tasks: [...rest, task].sort((a, b) => timeOf(a) - timeOf(b)) }
}

/** The initial form: nothing is due yet, and a range is one week. */
export function newEntry(today: string): Input {
  return {
    action: 'start',
    mode: 'regular',
    liveLog: true,
    time: '',
    every: 'once',
    from: today,
    to: shiftDay(today, 6),
    weekdays: [...EVERY_DAY],
  }
}

/**
 * The proposal of an address (`?time=04:30&every=range`), with the time as the forecast writes it; from
 * tomorrow on, so that it is not past.
 */
export function proposedInput(search: Search, today: string): Partial<Input> | null {
  const time = /^\d{2}:\d{2}$/.test(search.time ?? '') ? search.time : undefined
  const every = search.every === 'range' || search.every === 'once' ? search.every : null
  if (time === undefined && every === null) return null
  const from = shiftDay(today, 1)
  return { ...(time && { time }), ...(every && { every }), from, to: shiftDay(from, 6) }
}

const keyOf = (driverId: string) => `draft.autostart.${driverId}`

/** Unsent input on this device; null if there is none or it is unreadable. */
export function readTaskDraft(driverId: string, fallback: Input): Input | null {
  return readDraft(keyOf(driverId), fallback, DEVICE)
}

/** Stores a draft; one equal to the initial form is deleted. */
export function writeTaskDraft(driverId: string, draft: Input, blank: Input): void {
  const same = Object.entries(blank).every(
    ([name, value]) => String(draft[name as keyof Input]) === String(value),
  )
  writeDraft(keyOf(driverId), same ? null : draft, DEVICE)
}

/** A calendar day such as `Sat, Nov 21`. */
export function dayText(words: Words, day: string): string {
  return isDay(day) ? words.day(day) : day
}

/** A relative time: `tomorrow, 4:30 AM`; from two days away by its date. */
export function whenText(words: Words, at: number, timeZone: string, now: number): string {
  const dayOf = dayNames(timeZone)
  const days = (Date.parse(dayOf(at)) - Date.parse(dayOf(now))) / 86_400_000
  if (Math.abs(days) > 1) return `${dayText(words, dayOf(at))}, ${words.time(at, timeZone)}`
  const near = relativeFormat(words.locale).format(days, 'day')
  return `${near}, ${words.time(at, timeZone)}`
}

/** On which days a task is due. */
export function daysText(
  words: Words,
  { from, to, weekdays }: Pick<Task, 'from' | 'to' | 'weekdays'>,
): string {
  if (from === to) return dayText(words, from)
  const days = words.t('autostart.days', { from: dayText(words, from), to: dayText(words, to) })
  return weekdays.length === EVERY_DAY.length ? days : `${weekdaysText(words, weekdays)}, ${days}`
}

function weekdaysText({ t, weekday }: Words, weekdays: readonly number[]): string {
  for (const group of ['weekdays', 'weekend'] as const)
    if (String(weekdays) === String(WEEKDAY_GROUPS[group])) return t(`weekdays.${group}`)
  return weekdays
    .toSorted((one, other) => one - other)
    .map((day) => weekday(day, 'short'))
    .join(', ')
}

/** Rating of an outcome: as wanted, nothing to do, or failed. */
export type Mood = 'good' | 'plain' | 'bad'

/** A minute of delay is not reported. */
const LATE_MS = 60_000

/** The outcome of one day of a task, as text. */
export function outcomeText(
  words: Words,
  { action, outcome, refusal, dueAt, firedAt }: Omit<Past, 'taskId' | 'day'>,
): { mood: Mood; text: string } {
  const span = words.span(firedAt - dueAt)
  if (outcome === 'late') return { mood: 'bad', text: words.t(`autostart.late_${action}`, { span }) }
  if (refusal === 'already_running') return { mood: 'plain', text: words.t('autostart.already') }
  if (outcome === 'refused') {
    const reason = refusal === null ? '' : words.say(`error.bot.${refusal}` as Key)
    return { mood: 'bad', text: words.t('autostart.refused', { reason }).trim() }
  }
  const late = firedAt - dueAt >= LATE_MS
  return {
    mood: 'good',
    text: late ? words.t(`autostart.done_late_${action}`, { span }) : words.t(`autostart.done_${action}`),
  }
}

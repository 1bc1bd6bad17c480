import { useQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { dayNames, formatMinute } from '@madruga/core/days.ts'
import { zoneName } from '@madruga/core/formats.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { useSearch } from '../../address.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { serverNow, useServerTime } from '../../clock.ts'
import type { Driver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { IconAlarm, IconPlus, IconTrash } from '../../icons/drawings.ts'
import { IconPlayerPlayFilled, IconPlayerStopFilled } from '../../icons/first.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { EmptyCard } from '../../ui/EmptyCard.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useDesktop } from '../../ui/media.ts'
import { PastList, Outcome } from './PastList.tsx'
import { TaskForm } from './TaskForm.tsx'
import { tasksQuery } from './queries.ts'
import { newEntry, placeTask, proposedInput, readTaskDraft, whenText, daysText } from './tasks.ts'
import type { AutostartView, Task } from './tasks.ts'

/** Automatic starts and stops. `?time=04:30&every=range` fills in the form. */
export function Autostart() {
  const session = useQuery(sessionQuery)
  const list = useQuery(tasksQuery)
  // A draft belongs to its driver: the form waits until the driver is known.
  if (!session.data || list.isPending) return <Waiting />
  if (!list.data) return <Failed error={list.error} onRetry={() => void list.refetch()} />
  return <Tasks driver={session.data} view={list.data} />
}

function Waiting() {
  return (
    <div className="mx-auto w-full max-w-[72rem] p-4" aria-busy="true">
      <div className="card overflow-hidden">
        <SkeletonRows rows={4} />
      </div>
    </div>
  )
}

function Tasks({ driver, view }: { driver: Driver; view: AutostartView }) {
  const words = useWords()
  const { t } = words
  const desktop = useDesktop()
  const search = useSearch()
  const today = dayNames(view.timeZone)(serverNow())
  const [begin] = useState(() => newEntry(today))
  const [proposal, setProposal] = useState(() => proposedInput(search, today))
  const [writing, setWriting] = useState(() => proposal !== null || readTaskDraft(driver.id, begin) !== null)
  const [notice, setNotice] = useState<string | null>(null)
  const tell = (text: string) => {
    setNotice(text)
    announce(text)
  }
  const take = (task: Task) => {
    queryClient.setQueryData(tasksQuery.queryKey, (now) => now && placeTask(now, task))
    void queryClient.invalidateQueries({ queryKey: tasksQuery.queryKey })
    setWriting(false)
    setProposal(null)
    const when = task.nextAt === null ? '' : whenText(words, task.nextAt, view.timeZone, serverNow())
    tell(t(`autostart.added_${task.action}`, { when }))
  }
  const form = desktop || writing || view.tasks.length === 0
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-6 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:items-start lg:gap-8 lg:px-6">
      <div className="grid content-start gap-3 lg:sticky lg:top-16">
        {notice !== null && (
          <Notice kind="good" onClose={() => setNotice(null)}>
            {notice}
          </Notice>
        )}
        {form && (
          <TaskForm
            driverId={driver.id}
            begin={begin}
            proposed={proposal}
            instant={describeVariant(driver.app).hasInstantOffers}
            today={today}
            view={view}
            {...(!desktop && view.tasks.length > 0 ? { onCancel: () => setWriting(false) } : {})}
            onAdded={take}
          />
        )}
      </div>
      <div className="grid content-start gap-6">
        {view.tasks.length === 0 ? (
          <EmptyCard icon={IconAlarm} title={t('autostart.empty')} text={t('autostart.empty_text')} />
        ) : (
          <TaskList view={view} onRemoved={() => tell(t('autostart.removed'))} />
        )}
        <PastList view={view} />
        <DailyStop view={view} />
      </div>
      {!form && (
        <AddBar
          onAdd={() => {
            setNotice(null)
            setWriting(true)
            window.scrollTo({ top: 0 })
          }}
        />
      )}
    </div>
  )
}

function AddBar({ onAdd }: { onAdd: () => void }) {
  const { t } = useWords()
  return (
    <BottomBar>
      <button type="button" className="act" onClick={onAdd}>
        <IconPlus size={24} aria-hidden className="shrink-0" />
        {t('autostart.new')}
      </button>
    </BottomBar>
  )
}

/** When every bot stops, on the driver's own clock, and a link to good times. */
function DailyStop({ view: { dailyStop, timeZone } }: { view: AutostartView }) {
  const { t, time } = useWords()
  return (
    <div className="grid gap-2">
      {dailyStop && (
        <p className="tnum max-w-[60ch] leading-snug text-muted">
          {t('autostart.daily_stop', {
            from: time(dailyStop.startAt, timeZone),
            to: time(dailyStop.endAt, timeZone),
          })}
        </p>
      )}
      <p>
        <ScreenLink screen="recap" className="inline-flex min-h-12 items-center font-bold underline">
          {t('autostart.forecast')}
        </ScreenLink>
      </p>
    </div>
  )
}

/** The tasks, the next one due first; each may be deleted after a confirmation. */
function TaskList({ view, onRemoved }: { view: AutostartView; onRemoved: () => void }) {
  const words = useWords()
  const { t } = words
  const [askedTask, setAskedTask] = useState<Task | null>(null)
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: (id: string) => api.autostart.remove({ id }),
    onSuccess: (_, id) => {
      queryClient.setQueryData(
        tasksQuery.queryKey,
        (now) => now && { ...now, tasks: now.tasks.filter((task) => task.id !== id) },
      )
      setOpen(false)
      onRemoved()
    },
  })
  return (
    <section aria-labelledby="tasks" className="grid gap-3">
      <h2 id="tasks" className="text-xl font-extrabold">
        {t('autostart.tasks')}
      </h2>
      <ul className="grid gap-2">
        {view.tasks.map((task) => (
          <TaskRow
            key={task.id}
            task={task}
            timeZone={view.timeZone}
            onRemove={() => {
              remove.reset()
              setAskedTask(task)
              setOpen(true)
            }}
          />
        ))}
      </ul>
      {askedTask && (
        <ConfirmSheet
          open={open}
          onOpenChange={setOpen}
          title={t('autostart.remove_title')}
          go={t('autostart.remove')}
          keep={t('form.keep')}
          danger
          busy={remove.isPending}
          onGo={() => remove.mutate(askedTask.id)}
        >
          <p className="tnum font-bold">{nameOf(words, askedTask)}</p>
          <p className="text-muted">{t('autostart.remove_text')}</p>
          {remove.error && (
            <div className="mt-3">
              <RefusalNotice
                error={remove.error}
                sentence={(reason) => t('autostart.remove_failed', { reason })}
              />
            </div>
          )}
        </ConfirmSheet>
      )}
    </section>
  )
}

/** A task in one line. */
function nameOf(words: Words, task: Task): string {
  const time = formatMinute(words, task.minute)
  return words.t(`autostart.name_${task.action}`, { time, days: daysText(words, task) })
}

function TaskRow({ task, timeZone, onRemove }: { task: Task; timeZone: string; onRemove: () => void }) {
  const words = useWords()
  const { t } = words
  const now = useServerTime(30_000)
  const Icon = task.action === 'start' ? IconPlayerPlayFilled : IconPlayerStopFilled
  const over = task.nextAt === null
  const last = task.firings[0]
  return (
    <li className="card flex items-start gap-3 py-3 pl-4 pr-2">
      <span
        aria-hidden
        className={`grid size-12 shrink-0 place-items-center rounded-xl ${over ? 'bg-surface-2 text-muted' : task.action === 'start' ? 'bg-amber text-on-amber' : 'bg-surface-2 text-text'}`}
      >
        <Icon size={24} />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-baseline gap-x-2 leading-tight">
          <span className="tnum text-2xl font-extrabold tracking-[-0.01em]">
            {formatMinute(words, task.minute)}
          </span>
          <span className="font-bold">{t(`autostart.${task.action}`)}</span>
        </p>
        <p className="leading-snug text-muted">
          {daysText(words, task)}
          {task.action === 'start' && task.mode !== 'regular' && `, ${t(`mode.${task.mode}`)}`}
        </p>
        {task.timeZone !== timeZone && (
          <p className="text-sm leading-snug text-muted">
            {t('autostart.zone', { zone: zoneName(words.locale, task.timeZone) })}
          </p>
        )}
        <p className="tnum mt-1 font-semibold leading-snug">
          {task.nextAt === null
            ? t('autostart.over')
            : t('autostart.next', { when: whenText(words, task.nextAt, timeZone, now) })}
        </p>
        {last && <Outcome firing={{ ...last, action: task.action }} />}
      </div>
      <button
        type="button"
        className="grid size-12 shrink-0 place-items-center rounded-xl text-muted hover:bg-surface-2"
        aria-label={t('autostart.remove_of', { name: nameOf(words, task) })}
        aria-haspopup="dialog"
        onPointerDown={warmSheet}
        onClick={onRemove}
      >
        <IconTrash size={22} aria-hidden />
      </button>
    </li>
  )
}

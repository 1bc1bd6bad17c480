import { useMutation } from '@tanstack/react-query'
import { IconPlayerPlayFilled } from '../../icons/player-play-filled.ts'
import { IconPlayerStopFilled } from '../../icons/player-stop-filled.ts'
import { IconTrash } from '../../icons/trash.ts'
import { useState } from 'react'
import { api } from '../../client.ts'
import { useServerTime } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { zoneName } from '@madruga/core/formats.ts'
import { queryClient } from '../../queries.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Outcome } from './PastList.tsx'
import { tasksQuery } from './queries.ts'
import { clockText, daysText, whenText } from './tasks.ts'
import type { AutostartView, Task } from './tasks.ts'

/** The tasks, the next one due first; each may be deleted after a confirmation. */
export function TaskList({ view, onRemoved }: { view: AutostartView; onRemoved: () => void }) {
  const words = useWords()
  const { t } = words
  const [asked, setAsked] = useState<Task | null>(null)
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
              setAsked(task)
              setOpen(true)
            }}
          />
        ))}
      </ul>
      {asked && (
        <ConfirmSheet
          open={open}
          onOpenChange={setOpen}
          title={t('autostart.remove_title')}
          go={t('autostart.remove')}
          keep={t('autostart.keep')}
          danger
          busy={remove.isPending}
          onGo={() => remove.mutate(asked.id)}
        >
          <p className="tnum font-bold">{nameOf(words, asked)}</p>
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
  const time = clockText(words, task.minute)
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
            {clockText(words, task.minute)}
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

import { describeVariant } from '@madruga/core/variants.ts'
import { useSearch } from '../../address.ts'
import { useQuery } from '@tanstack/react-query'
import { IconAlarm } from '../../icons/alarm.ts'
import { IconPlus } from '../../icons/plus.ts'
import { useState } from 'react'
import { announce } from '../../announce.ts'
import { serverNow } from '../../clock.ts'
import { dayNames } from '@madruga/core/days.ts'
import type { Driver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { EmptyCard } from '../../ui/EmptyCard.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { useDesktop } from '../../ui/media.ts'
import { PastList } from './PastList.tsx'
import { TaskForm } from './TaskForm.tsx'
import { TaskList } from './TaskList.tsx'
import { tasksQuery } from './queries.ts'
import { newEntry, placeTask, proposedInput, readTaskDraft, whenText } from './tasks.ts'
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
  const [proposed, setProposed] = useState(() => proposedInput(search, today))
  const [writing, setWriting] = useState(() => proposed !== null || readTaskDraft(driver.id, begin) !== null)
  const [done, setDone] = useState<string | null>(null)
  const tell = (text: string) => {
    setDone(text)
    announce(text)
  }
  const take = (task: Task) => {
    queryClient.setQueryData(tasksQuery.queryKey, (now) => now && placeTask(now, task))
    void queryClient.invalidateQueries({ queryKey: tasksQuery.queryKey })
    setWriting(false)
    setProposed(null)
    const when = task.nextAt === null ? '' : whenText(words, task.nextAt, view.timeZone, serverNow())
    tell(t(`autostart.added_${task.action}`, { when }))
  }
  const form = desktop || writing || view.tasks.length === 0
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-6 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[26rem_minmax(0,1fr)] lg:items-start lg:gap-8 lg:px-6">
      <div className="grid content-start gap-3 lg:sticky lg:top-16">
        {done !== null && (
          <Notice kind="good" onClose={() => setDone(null)}>
            {done}
          </Notice>
        )}
        {form && (
          <TaskForm
            driverId={driver.id}
            begin={begin}
            proposed={proposed}
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
            setDone(null)
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

import type { CDPSession, Page } from 'playwright-core'
import type { LogEvents } from '@madruga/core/events.ts'
import { HOUR_MS } from '@madruga/core/time.ts'
import type { Database } from '@madruga/server/db.ts'
import { systemClock } from '@madruga/server/kit/clock.ts'
import { createLogWriter } from '@madruga/server/driver/log.ts'
import { realNow } from '@madruga/server/kit/testing.ts'

const FLICK_PX = 6_000
/** As fast as a thumb flicks. */
const FLICK_PX_PER_S = 4_000
const FLICKS = 5
export const SCROLLED_PX = FLICK_PX * FLICKS

/** What a second of scrolling has, and what each frame costs the page's thread. */
export type Frames = {
  /** Frames that the page made. */
  perSecond: number
  /** Frames that showed a place without its row. */
  bare: number
  /** By the browser's trace. */
  drawn: number
  dropped: number
  cpuMsPerFrame: number
}

/** Adds lines to a driver's log as the bot does: by the log writer, beside the running product. */
export async function fillLog({ kysely }: Database, email: string, rows: number): Promise<void> {
  const { id: driverId } = await kysely
    .selectFrom('drivers')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const stations = await kysely.selectFrom('stations').select(['id', 'code']).limit(20).execute()
  const writer = createLogWriter({ db: kysely, clock: systemClock, maxLines: rows * 2 })
  const now = realNow()
  for (let index = 0; index < rows; index++) {
    const { id, code } = stations[index % stations.length]!
    const line = makeLine(index, { id, code }, now)
    const { ignoredFor } = line
    writer.decide({ driverId, stationId: id, at: now, ignoredFor, hidden: false, data: () => line })
  }
  await writer.close()
}

function makeLine(index: number, { id, code }: { id: string; code: string }, now: number) {
  const startAt = now + (2 + (index % 40)) * HOUR_MS
  const offer = {
    id: `of${index.toString(16).padStart(24, '0')}`,
    stationId: id,
    kind: 'block',
    startAt,
    endAt: startAt + (2 + (index % 4)) * HOUR_MS,
    payCents: 5_400 + (index % 30) * 250,
    tipCents: 0,
    miles: 12.5,
    stops: null,
    batched: false,
    expiresAt: startAt,
  }
  const rules = [{ rule: 'price_per_hour', passed: false, value: 1_800, limit: 2_400, bound: 'min' }]
  return {
    offer,
    stationCode: code,
    filterVersion: 1,
    rules,
    ignoredFor: 'price',
  } as LogEvents['offer.ignored']
}

/** Scrolls down and up again as a hand does, and counts the frames. Throws if the list does not move. */
export async function scroll(page: Page, cdp: CDPSession): Promise<Frames> {
  const events: TraceEvent[] = []
  const collect = ({ value }: { value: object[] }) => events.push(...(value as TraceEvent[]))
  cdp.on('Tracing.dataCollected', collect)
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: {
      includedCategories: [
        'toplevel',
        'disabled-by-default-devtools.timeline.frame',
        'devtools.timeline.frame',
        'blink.user_timing',
      ],
    },
  })
  await page.evaluate(countFrames)
  const { width, height } = page.viewportSize()!
  const gesture = {
    x: width / 2,
    y: height * 0.6,
    speed: FLICK_PX_PER_S,
    gestureSourceType: 'mouse' as const,
  }
  for (let flick = 0; flick < FLICKS; flick++)
    await cdp.send('Input.synthesizeScrollGesture', {
      ...gesture,
      yDistance: flick % 2 === 0 ? -FLICK_PX : FLICK_PX,
    })
  const counted = await page.evaluate<Counted>('globalThis.endCount()')
  const { frames, ms, moved, bare } = counted
  if (moved < frames / 2) throw new Error(`the list moved in ${moved} of ${frames} frames`)
  const complete = new Promise((resolve) => cdp.once('Tracing.tracingComplete', resolve))
  await cdp.send('Tracing.end')
  await complete
  cdp.off('Tracing.dataCollected', collect)
  return { perSecond: (frames / ms) * 1_000, bare, ...readTrace(events, frames) }
}

type TraceEvent = {
  name: string
  ph: string
  pid: number
  tid: number
  ts: number
  dur?: number
  tdur?: number
}

function readTrace(events: readonly TraceEvent[], frames: number) {
  const named = (name: string) => events.filter((event) => event.name === name)
  const mark = named('scrolling')[0]
  const main = events.filter(
    ({ name, pid, tid }) => name.endsWith('RunTask') && pid === mark?.pid && tid === mark.tid,
  )
  const cpu = main.reduce((sum, { tdur = 0 }) => sum + tdur, 0) / 1_000
  return {
    drawn: named('DrawFrame').length,
    dropped: named('DroppedFrame').length,
    cpuMsPerFrame: cpu / frames,
  }
}

type Counted = { frames: number; ms: number; moved: number; bare: number }

/** In the page: counts the frames until `endCount`. */
function countFrames(): void {
  const startedAt = performance.now()
  const list = document.querySelector('ul.rows')!
  const counted = { frames: 0, moved: 0, bare: 0 }
  let going = true
  let last = 0
  performance.mark('scrolling')
  const next = () => {
    counted.frames++
    const { top } = list.getBoundingClientRect()
    if (top !== last) counted.moved++
    last = top
    // A row stands in the middle of the screen, unless it is still to be rendered.
    if (!document.elementFromPoint(innerWidth / 2, innerHeight / 2)?.closest('.row-slot')) counted.bare++
    if (going) requestAnimationFrame(next)
  }
  requestAnimationFrame(next)
  Object.assign(globalThis, {
    endCount: (): Counted => {
      going = false
      return { ...counted, ms: performance.now() - startedAt }
    },
  })
}

import { FLEETBASE_CITY, startFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import type { FleetbaseLevers, RunningFleetbase } from '@madruga/simulator/platforms/fleetbase.ts'
import { test } from 'node:test'
import type { AdapterOptions } from '../options.ts'
import { createFleetbasePlatform } from '../fleetbase.ts'
import { openInstanceHttp } from '../../instances/fetch.ts'
import type { InstanceReply } from '../../instances/fetch.ts'
import type { OfferFeed, Platform, PlatformTokens } from '../../model.ts'
import { valueOf } from '../../contract/world.ts'
import { createTurnedClock } from '../../testing/turned-clock.ts'

/** The adapter before the stand-in, with two drivers in the middle of the city. */
export type FleetbaseStage = {
  running: RunningFleetbase
  platform: Platform
  /**
   * The adapter by another record; `platform` is without a currency and a time zone. With `readEveryMs` its
   * drivers share readings.
   */
  recordAs(options: AdapterOptions['options'], shared?: Pick<AdapterOptions, 'readEveryMs'>): Platform
  /** Of the adapter; the stand-in has its own. */
  clock: ReturnType<typeof createTurnedClock>
  /** Paths that were called, oldest first. */
  calls: string[]
  /** Answers the requests that it names in the platform's place, until it is set again; null = none. */
  answerInstead(answer: (path: string) => InstanceReply | null): void
  enter(name: 'ana' | 'luis'): Promise<PlatformTokens>
  /** Places an order, with changes, in the middle of the city or elsewhere; answers its id. */
  place(
    change?: { currency?: string; transactionAmount?: number; meta?: Record<string, unknown> },
    at?: typeof FLEETBASE_CITY,
  ): string
  /** Pulls a lever of the stand-in. */
  pull(path: string, body?: object): Promise<void>
}

const fromPlatform = () => null
const START = Date.UTC(2026, 10, 4, 16)

/** One test on its own stage. */
export function fleetbaseScene(
  title: string,
  levers: Partial<FleetbaseLevers>,
  play: (stage: FleetbaseStage) => Promise<void>,
): void {
  void test(title, { timeout: 20_000 }, async () => {
    const running = await startFleetbase({ clock: 'stepped', startAt: START, levers })
    const http = openInstanceHttp({ baseUrl: running.url, allowPrivate: true })
    const clock = createTurnedClock()
    const calls: string[] = []
    let instead: Parameters<FleetbaseStage['answerInstead']>[0] = fromPlatform
    const recordAs: FleetbaseStage['recordAs'] = (options, shared = {}) =>
      createFleetbasePlatform({
        ...shared,
        name: 'fleetbase:test',
        baseUrl: running.url,
        key: running.key,
        options: { payMetaKey: running.payMetaKey, ...options },
        clock,
        fetch: async (request) => {
          calls.push(`${request.method} ${request.path.split('?')[0]}`)
          return instead(request.path) ?? (await http.fetch(request))
        },
        dispatcher: http.dispatcher,
      })
    const platform = recordAs({})
    for (const [name, phone] of [
      ['ana', '+13055550101'],
      ['luis', '+13055550102'],
    ] as const) {
      const email = `${name}@couriers.example`
      running.openDriver({ email, phone, password: name, online: true, location: FLEETBASE_CITY })
    }
    try {
      await play({
        running,
        platform,
        recordAs,
        clock,
        calls,
        answerInstead: (answer) => void (instead = answer),
        enter: async (name) =>
          valueOf(await platform.signIn({ email: `${name}@couriers.example`, password: name })),
        place(change, at = FLEETBASE_CITY) {
          const pickup = { id: 'place_1', name: 'Casa Verde', street: '1 Bay St', city: 'Miami', ...at }
          return running.world.place({ pickup, dropoff: pickup, distance: 4_830, time: 875, ...change }).id
        },
        async pull(path, body = {}) {
          const reply = await fetch(`${running.url}/admin${path}`, {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          })
          if (!reply.ok) throw new Error(`${path}: ${reply.status}`)
        },
      })
    } finally {
      await platform.close()
      await http.close()
      await running.stop()
    }
  })
}

/** Listens, and tells when events arrive, or no longer, and when hints come. */
export function listenTo(feed: OfferFeed) {
  const lives: boolean[] = []
  let onLive: (() => void) | null = null
  let onHint: (() => void) | null = null
  let count = 0
  const hints = () => count
  feed.listen?.(
    () => {
      count++
      onHint?.()
    },
    (isLive) => {
      lives.push(isLive)
      onLive?.()
    },
  )
  return {
    lives,
    async becomes(isLive: boolean) {
      while (lives.at(-1) !== isLive) await new Promise<void>((resolve) => (onLive = resolve))
    },
    hint: () => new Promise<void>((resolve) => (onHint = resolve)),
    hints,
    /** The channel is subscribed to, which asks for a poll. */
    async subscribed() {
      while (hints() < 1) await new Promise<void>((resolve) => (onHint = resolve))
    },
    /** This many hints have come in all. */
    async hintedTimes(times: number) {
      while (hints() < times) await new Promise<void>((resolve) => (onHint = resolve))
    },
  }
}

import { startMarket } from '@madruga/simulator/running-market.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Problem } from '@madruga/core/errors.ts'
import { setPhase } from '../../people/accounts/testing.ts'
import type { Bots } from '../../bot.ts'
import { createBrowser, startTestHttp } from '../../http/testing.ts'
import type { TestHttp } from '../../http/testing.ts'
import { systemClock } from '../../kit/clock.ts'
import { makeKeyRing } from '../../kit/encryption.ts'
import type { KeyRing } from '../../kit/encryption.ts'
import { createMarketPlatform } from '../../platforms.ts'
import type { Platform } from '../../platforms.ts'
import { realNow } from '../../kit/testing.ts'

export type Answers = Outputs['platforms'] & {
  get: Outputs['filters']['get']
  restore: Outputs['filters']['restore']
}

/** The real market over HTTP, our web server, and bots over the same rows that do not search. */
export type SyncWorld = {
  http: TestHttp
  bots: Bots
  keyRing: KeyRing
  /** What the next reading of stations waits for, once. */
  during(work: () => Promise<unknown>): void
  /** The platform no longer tells of this station; null = it tells of all. */
  hide(stationId: string | null): void
  /** Calls the market's admin API. */
  market(method: string, path: string, body?: object): Promise<Record<string, unknown>>
  /** Opens an account at the market; answers its id there. */
  open(secret: { email: string; password: string }, metro: string): Promise<string>
  /** A signed-in driver. */
  enter(): Promise<SyncDriver>
  stop(): Promise<void>
}

export type Answer<T> = { status: number; body: T; headers: Headers }

export type SyncDriver = {
  id: string
  call<T = Problem>(method: string, path: string, body?: object): Promise<Answer<T>>
  connect(secret: { email: string; password: string }): Promise<Answer<Problem>>
  account(): Promise<Answers['account']>
  /** The driver's bot comes to work, as if it had been started. */
  work(phase: 'running' | 'pending_termination' | 'not_running' | 'cooling_down'): Promise<void>
}

export async function syncWorld(): Promise<SyncWorld> {
  const running = await startMarket({ clock: 'stepped', scenario: 'quiet', startAt: realNow() })
  const keyRing = makeKeyRing()
  const real = createMarketPlatform({ url: running.url, clock: systemClock, callTimeoutMs: 2_000 })
  let hidden: string | null = null
  let meanwhile: (() => Promise<unknown>) | null = null
  const platform: Platform = {
    ...real,
    async stations(tokens, variant) {
      const work = meanwhile
      meanwhile = null
      await work?.()
      const reply = await real.stations(tokens, variant)
      return reply.ok ? { ...reply, value: reply.value.filter(({ id }) => id !== hidden) } : reply
    },
  }
  const http = await startTestHttp({ platform, keyRing })
  const market: SyncWorld['market'] = async (method, path, body = {}) => {
    const reply = await fetch(running.url + path, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: JSON.stringify(body) }),
    })
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${await reply.text()}`)
    const text = await reply.text()
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>)
  }

  return {
    http,
    bots: http.world.bots,
    keyRing,
    during: (work) => (meanwhile = work),
    hide: (stationId) => (hidden = stationId),
    market,
    async open(secret, metro) {
      return String(
        (await market('POST', '/admin/drivers', { ...secret, variant: 'amazon', metro }))['driverId'],
      )
    },
    async enter() {
      const driver = await http.addDriver()
      const browser = createBrowser(http.url)
      await browser.signIn(driver)
      const call: SyncDriver['call'] = (method, path, body) => browser.call(method, `/api${path}`, body)
      return {
        id: driver.id,
        call,
        connect: (secret) => call('POST', '/platforms/account', secret),
        account: async () => (await call<Answers['account']>('GET', '/platforms/account')).body,
        work: (phase) => setPhase(http, driver.id, phase),
      }
    },
    async stop() {
      await http.stop()
      await running.stop()
    },
  }
}

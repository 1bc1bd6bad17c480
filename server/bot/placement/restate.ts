import { Agent, request } from 'undici'
import type { Clock } from '../../kit/clock.ts'
import type { EngineAction, Placement } from './model.ts'

/** Where the engine is. */
export type EngineUrls = { ingressUrl: string; adminUrl: string }

type ClientOptions = EngineUrls & {
  clock: Clock
  /** Where workers serve the handlers; null in a process that does not. */
  workerUrl: string | null
  /**
   * The engine knew nothing of our handlers: it is new, or its folder was deleted. Bots are to be handed over
   * again.
   */
  onForgotten(): void
  say(line: string): void
}

const CALL_MS = 5_000
const WATCH_MS = 2_000
const SENDS_AT_ONCE = 32

/**
 * The engine as seen from this process: hands actions over, and keeps the workers' address registered while
 * it has one.
 */
export async function connectRestate(options: ClientOptions): Promise<Placement> {
  const { ingressUrl, adminUrl, workerUrl, clock } = options
  const agent = new Agent({
    connections: SENDS_AT_ONCE,
    headersTimeout: CALL_MS,
    bodyTimeout: CALL_MS,
    connectTimeout: 2_000,
  })
  let closed = false
  let cancel: (() => void) | null = null
  let answering = true

  const call = async (
    url: string,
    method: 'GET' | 'POST',
    body?: unknown,
    once?: string,
  ): Promise<{ status: number; text: string }> => {
    const answer = await request(url, {
      dispatcher: agent,
      method,
      headers: {
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...(once === undefined ? {} : { 'idempotency-key': once }),
      },
      body: body === undefined ? null : JSON.stringify(body),
      signal: AbortSignal.timeout(CALL_MS),
    })
    return { status: answer.statusCode, text: await answer.body.text() }
  }

  /** True when the engine has to be told of our address. */
  const isForgotten = async (uri: string): Promise<boolean> => {
    const { status, text } = await call(`${adminUrl}/deployments`, 'GET')
    if (status !== 200) throw new Error(`the engine does not list its deployments: ${status}`)
    return !text.includes(JSON.stringify(uri))
  }

  const register = async (uri: string): Promise<void> => {
    const { status, text } = await call(`${adminUrl}/deployments`, 'POST', { uri, force: true })
    if (status >= 300) throw new Error(`the engine does not take our address ${uri}: ${status} ${text}`)
  }

  const watch = (uri: string): void => {
    cancel = clock.after(WATCH_MS, () => {
      isForgotten(uri)
        .then(async (forgotten) => {
          answering = true
          if (!forgotten) return
          await register(uri)
          options.say('the engine had forgotten its bots; they are handed over again')
          options.onForgotten()
        })
        .catch(() => (answering = false))
        .finally(() => {
          if (!closed) watch(uri)
        })
    })
  }

  if (workerUrl !== null) {
    const uri = workerUrl.endsWith('/') ? workerUrl : `${workerUrl}/`
    const forgotten = await isForgotten(uri)
    // Always at boot, by force: another version of the program may have stood at this address.
    await register(uri)
    // After our caller has us in hands, which handing bots over goes through.
    if (forgotten) setImmediate(options.onForgotten)
    watch(uri)
  }

  const sendOne = async ({ type, driverId, gen, at, once }: EngineAction): Promise<void> => {
    const [object, handler, body] = type === 'wake' ? ['Bot', 'due', { gen, at }] : ['Search', type, { gen }]
    const delay = Math.max(0, Math.round(at - clock.now()))
    const url = `${ingressUrl}/${object}/${encodeURIComponent(driverId)}/${handler}/send${delay > 0 ? `?delay=${delay}ms` : ''}`
    const { status, text } = await call(url, 'POST', body, once)
    if (status >= 300) throw new Error(`the engine does not take ${object}.${handler}: ${status} ${text}`)
  }

  return {
    async send(actions) {
      for (let first = 0; first < actions.length; first += SENDS_AT_ONCE) {
        await Promise.all(actions.slice(first, first + SENDS_AT_ONCE).map(sendOne))
      }
    },
    async answers() {
      if (!answering) return false
      try {
        return (await call(`${ingressUrl}/restate/health`, 'GET')).status === 200
      } catch {
        return false
      }
    },
    async close() {
      closed = true
      cancel?.()
      await agent.close()
    },
  }
}

import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

/** What the API of a run is asked for. */
export type ApiCalls = {
  hasWorkers(): Promise<boolean>
  /** Starts and stops a bot as its driver does; rejects if that is refused. */
  start(driverId: string): Promise<void>
  stop(driverId: string): Promise<void>
  /** Starts bots as autostart does. */
  startByTask(driverIds: readonly string[]): Promise<void>
  /** The sweep that stops what is due to stop, as the kill switch has it, until all accepts are settled. */
  stopDue(): Promise<void>
}

export type Asked = { id: number; call: keyof ApiCalls; args: unknown[] }
export type Answered = { id: number; value: unknown; error: string | null }

/** The API's process, asked over its channel. Resolves once it is up. */
export async function askApi(child: ChildProcess): Promise<ApiCalls> {
  const waiting = new Map<number, (answered: Answered) => void>()
  let last = 0
  const ask = async (call: Asked['call'], ...args: unknown[]): Promise<unknown> => {
    const id = ++last
    const { value, error } = await new Promise<Answered>((answered) => {
      waiting.set(id, answered)
      child.send({ id, call, args } satisfies Asked)
    })
    if (error !== null) throw new Error(error)
    return value
  }
  const ended = once(child, 'exit').then(() => {
    throw new Error('the API does not start')
  })
  await Promise.race([once(child, 'message'), ended])
  ended.catch(() => {})
  child.on('message', (answered: Answered) => {
    waiting.get(answered.id)?.(answered)
    waiting.delete(answered.id)
  })
  child.once('exit', () => {
    for (const [id, answered] of waiting) answered({ id, value: null, error: 'the API has ended' })
  })
  return {
    hasWorkers: async () => (await ask('hasWorkers')) === true,
    start: async (driverId) => void (await ask('start', driverId)),
    stop: async (driverId) => void (await ask('stop', driverId)),
    startByTask: async (driverIds) => void (await ask('startByTask', driverIds)),
    stopDue: async () => void (await ask('stopDue')),
  }
}

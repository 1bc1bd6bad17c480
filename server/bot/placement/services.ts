import * as restate from '@restatedev/restate-sdk'
import type { EngineAction, EngineHandlers } from './model.ts'

type Run = { gen: number }
type Wake = { gen: number; at: number }

/** Above the longest run window, so that the engine never takes a search for a stuck one. */
const LONGEST = { hours: 26 }
const RETRY = { initialRetryInterval: 100, retryIntervalFactor: 2, maxRetryInterval: 1_000 }

/**
 * The two objects of the engine: Bot, the lifecycle, and Search, whose handlers last as long as a run window
 * (an exclusive handler blocks its key, so they must not be one). Each handler is one `ctx.run` and the sends
 * that come out of it, and every write inside checks the run: a zombie attempt may come minutes late and must
 * then do nothing.
 */
export function defineServices(handlers: EngineHandlers) {
  const bot = restate.object({
    name: 'Bot',
    handlers: {
      due: async (ctx: restate.ObjectContext, { gen, at }: Wake) => {
        send(ctx, await ctx.run('due', () => timed(handlers.due(ctx.key, gen, at)), RETRY))
      },
    },
    options: { journalRetention: 0, idempotencyRetention: 0 },
  })
  const search = restate.object({
    name: 'Search',
    handlers: {
      prepare: async (ctx: restate.ObjectContext, { gen }: Run) => {
        const signal = ctx.request().attemptCompletedSignal
        send(ctx, await ctx.run('prepare', () => timed(handlers.prepare(ctx.key, gen, signal)), RETRY))
      },
      search: async (ctx: restate.ObjectContext, { gen }: Run) => {
        const signal = ctx.request().attemptCompletedSignal
        send(ctx, await ctx.run('search', () => timed(handlers.search(ctx.key, gen, signal)), RETRY))
      },
    },
    options: {
      journalRetention: 0,
      idempotencyRetention: 0,
      inactivityTimeout: LONGEST,
      abortTimeout: LONGEST,
    },
  })
  return [bot, search] as const
}

type Services = ReturnType<typeof defineServices>

type Timed = EngineAction & { delayMs: number }

/** Delays are journalled: a replay must send exactly what was sent before. */
async function timed(actions: Promise<EngineAction[]>): Promise<Timed[]> {
  const known = await actions
  const now = Date.now()
  return known.map((action) => ({ ...action, delayMs: Math.max(0, Math.round(action.at - now)) }))
}

function send(ctx: restate.ObjectContext, actions: readonly Timed[]): void {
  for (const { type, driverId, gen, at, delayMs } of actions) {
    // The delay belongs to the call: the client ignores it silently.
    const delay = { delay: delayMs }
    if (type === 'wake') {
      const bot = ctx.objectSendClient<Services[0]>({ name: 'Bot' }, driverId)
      bot.due({ gen, at }, restate.rpc.sendOpts(delay))
    } else {
      const search = ctx.objectSendClient<Services[1]>({ name: 'Search' }, driverId)
      search[type]({ gen }, restate.rpc.sendOpts(delay))
    }
  }
}

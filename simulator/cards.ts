import { createFaults } from './cards/control.ts'
import type { CardContext } from './cards/context.ts'
import { completeRefund } from './cards/charges.ts'
import { finishIntent } from './cards/intents.ts'
import { openServer } from './cards/server.ts'
import { openStore } from './cards/store.ts'
import type { Store } from './cards/store.ts'
import { idOf, startWebhookSender } from './cards/webhooks.ts'
import type { Endpoint, WebhookSender } from './cards/webhooks.ts'

export type { Endpoint } from './cards/webhooks.ts'

/** Options of a card gateway. */
export interface CardsOptions {
  /**
   * The value of NODE_ENV. `production` is refused unless `allowInProduction`; undefined is not production.
   */
  environment: string | undefined
  allowInProduction?: boolean
  /** `sk_test_…`: full access. */
  secretKey: string
  /** `pk_test_…`: for browsers. */
  publishableKey: string
  /** 0 (the default): any free port. */
  port?: number
  /** Default 127.0.0.1. */
  host?: string
  /** Where browsers reach it, without a trailing slash. Default: its own address. */
  publicUrl?: string
  /** Folder of `cards.sqlite`. Without it nothing outlives the process. */
  dataFolder?: string
  endpoints?: readonly Endpoint[]
  /**
   * Default: the machine's clock. With a custom clock nothing happens automatically as time passes: call
   * `settle`.
   */
  clock?: { now(): number }
  /**
   * How long a bank takes to respond. Default 10 s, for a person who watches; at Stripe it is some 4 business
   * days.
   */
  bankDelayMs?: number
  /** Whether a test may set faults under `/control/`. Default: no. */
  control?: boolean
}

/** A gateway that runs in this process. */
export interface RunningCards {
  /** `http://host:port`, without a trailing slash. */
  url: string
  port: number
  /** Executes everything due: banks respond, and every pending delivery is tried once. */
  settle(): Promise<void>
  /** Sets the address of an endpoint; its pending deliveries are sent at once. */
  setEndpoint(id: string, url: string): void
  /** Closes the port and ends deliveries in progress; unconfirmed ones are sent after the next start. */
  stop(): Promise<void>
}

const DEFAULT_BANK_DELAY_MS = 10_000
/** The version of Stripe's newest SDK; a call may name another. */
const API_VERSION = '2026-10-28.endive'
const LONGEST_TIMER_MS = 2 ** 31 - 1
/** How often deliveries that are held back on purpose are checked. */
const SHORTEST_TIMER_MS = 100
/** How often expired data is deleted. */
const FORGET_MS = 3_600_000

/**
 * Starts a gateway that implements the part of Stripe's API for cards and bank debits that a shop needs,
 * always in test mode: it accepts only test numbers and moves no money. Throws one plain line in production
 * and on live keys; a taken port rejects with an Error of code EADDRINUSE.
 */
export async function startCards(options: CardsOptions): Promise<RunningCards> {
  checkOptions(options)
  const { host = '127.0.0.1', endpoints = [], clock = { now: Date.now } } = options
  const bankDelayMs = options.bankDelayMs ?? DEFAULT_BANK_DELAY_MS
  const faults = createFaults()
  const store = openStore(options.dataFolder)
  const endpointIds = endpoints.map(idOf)
  let origin = options.publicUrl ?? ''
  const makeContext = (request: CardContext['request'], apiVersion = API_VERSION): CardContext => ({
    store,
    now: clock.now(),
    origin,
    bankDelayMs,
    endpoints: endpointIds,
    deliveryDelayMs: faults.delayMs,
    request,
    apiVersion,
  })
  const webhookSender = startWebhookSender({ store, endpoints, now: clock.now, faults })
  const forgetOld = createForgetter(store)
  const finishDue = (): void => {
    resolveTimers(() => makeContext(null))
    forgetOld(clock.now())
  }
  const watch = options.clock === undefined ? startWatch(store, webhookSender, () => resolveAlone()) : null
  const settle = async (): Promise<void> => {
    finishDue()
    await webhookSender.kick()
    watch?.look()
  }
  const resolveAlone = (): void => {
    settle().catch((error: unknown) => {
      console.error(`cards: events are not sent: ${error instanceof Error ? error.name : 'unknown'}`)
    })
  }
  const server = await openServer({
    ...options,
    host,
    port: options.port ?? 0,
    control: options.control ?? false,
    faults,
    openDesk(request, apiVersion) {
      finishDue()
      return makeContext(request, apiVersion)
    },
    afterCall: resolveAlone,
  }).catch((error: unknown) => {
    store.close()
    throw error
  })
  const reached = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host
  const url = `http://${reached.includes(':') ? `[${reached}]` : reached}:${server.port}`
  origin ||= url
  // What the last process left unfinished.
  resolveAlone()
  return {
    url,
    port: server.port,
    settle,
    setEndpoint(id, endpointUrl) {
      webhookSender.setEndpoint(id, endpointUrl)
      resolveAlone()
    },
    async stop() {
      watch?.stop()
      await server.close()
      await webhookSender.close()
      store.close()
    },
  }
}

function checkOptions({ environment, allowInProduction, secretKey, publishableKey }: CardsOptions): void {
  if (environment === 'production' && allowInProduction !== true) {
    throw new Error('the embedded card gateway is for tests and does not start in production')
  }
  if (!/^sk_test_\w{8,}$/.test(secretKey)) throw new Error('the secret key must begin with sk_test_')
  if (!/^pk_test_\w{8,}$/.test(publishableKey))
    throw new Error('the publishable key must begin with pk_test_')
}

/** Deletes expired data, at most once an hour. */
function createForgetter(store: CardContext['store']): (now: number) => void {
  let forgotAt = Number.NEGATIVE_INFINITY
  return (now) => {
    if (now < forgotAt + FORGET_MS) return
    forgotAt = now
    store.transact(() => store.forgetOld(now))
  }
}

/** Executes the due responses of banks, each in its own transaction. */
function resolveTimers(openDesk: () => CardContext): void {
  const { store, now } = openDesk()
  for (const id of store.listDue(now)) {
    store.transact(() => {
      const context = openDesk()
      store.clearTimer(id)
      const item = store.find(id)
      if (item?.object === 'payment_intent') finishIntent(context, item)
      if (item?.object === 'refund') completeRefund(context, item)
    })
  }
}

/** Wakes at the next time at which something is due. */
function startWatch(store: Store, webhookSender: WebhookSender, wake: () => void) {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  return {
    look(): void {
      clearTimeout(timer)
      if (stopped) return
      const dues = [store.nextTimer(), webhookSender.nextDue()].filter((due) => due !== null)
      if (dues.length === 0) return
      const waitMs = Math.max(SHORTEST_TIMER_MS, Math.min(...dues) - Date.now())
      timer = setTimeout(wake, Math.min(waitMs, LONGEST_TIMER_MS))
    },
    stop(): void {
      stopped = true
      clearTimeout(timer)
    },
  }
}

import { createHmac } from 'node:crypto'
import type { Faults } from './control.ts'
import type { Delivery, Store } from './store.ts'

/** A destination of events, and the secret (`whsec_…`) of their signatures. */
export type Endpoint = {
  /**
   * The key of its deliveries, stable across restarts; default the address. Needed if the address may change.
   */
  id?: string
  /** null = not known yet: events wait until `setEndpoint` provides it. */
  url: string | null
  secret: string
}

type Opened = Required<Endpoint>
type Target = { url: string; secret: string }

const ATTEMPT_MS = 10_000
const FIRST_WAIT_MS = 5_000
const LONGEST_WAIT_MS = 3_600_000

export type WebhookSender = ReturnType<typeof startWebhookSender>

/**
 * Delivers events in order and at least once. An endpoint that does not answer 2xx is retried after 5 s, then
 * 10 s, 20 s and so on up to an hour, until it does. Pending deliveries are in the store and survive the
 * process.
 */
export function startWebhookSender(deps: {
  store: Store
  endpoints: readonly Endpoint[]
  now: () => number
  faults: Faults
}) {
  const { store, now } = deps
  const closing = new AbortController()
  const rounds = deps.endpoints.map((endpoint) => ({
    endpoint: { ...endpoint, id: idOf(endpoint) },
    queued: false,
    tail: Promise.resolve(),
  }))
  const kick = (): Promise<unknown> =>
    Promise.all(
      rounds.map((round) => {
        if (round.queued) return round.tail
        round.queued = true
        round.tail = round.tail.then(async () => {
          round.queued = false
          await deliverDue(deps, round.endpoint, closing.signal)
        })
        return round.tail
      }),
    )
  return {
    /** Sends everything due now; resolves when each has been tried. */
    kick,
    /** When the next delivery to a known endpoint is due (epoch ms); null if nothing is pending. */
    nextDue(): number | null {
      const dues = rounds
        .filter(({ endpoint }) => endpoint.url !== null)
        .map(({ endpoint }) => store.nextDelivery(endpoint.id))
      return dues.reduce(
        (least, due) => (least === null || (due !== null && due < least) ? due : least),
        null,
      )
    },
    /** Sets the destination, and sends pending deliveries at once. */
    setEndpoint(id: string, url: string): void {
      const round = rounds.find(({ endpoint }) => endpoint.id === id)
      if (round === undefined) throw new Error(`there is no endpoint ${id}`)
      round.endpoint.url = url
      store.transact(() => store.hastenDeliveries(id, now()))
    },
    async close(): Promise<void> {
      closing.abort()
      await Promise.all(rounds.map((round) => round.tail))
    },
  }
}

/** The key of an endpoint's deliveries. */
export function idOf({ id, url }: Endpoint): string {
  const name = id ?? url
  if (name === null) throw new Error('an endpoint without an address needs an id')
  return name
}

/** The `Stripe-Signature` of a body at a time (docs.stripe.com/webhooks#verify-manually). */
export function signBody(body: string, secret: string, now: number): string {
  const t = Math.floor(now / 1000)
  return `t=${t},v1=${createHmac('sha256', secret).update(`${t}.${body}`).digest('hex')}`
}

async function deliverDue(
  deps: { store: Store; now: () => number; faults: Faults },
  endpoint: Opened,
  signal: AbortSignal,
): Promise<void> {
  const { store, now, faults } = deps
  while (!signal.aborted) {
    const { id, url, secret } = endpoint
    if (url === null) return
    let due = store.listDeliveries(id, now())
    if (due.length === 0 || due.length < faults.reorder) return
    if (faults.reorder > 0) {
      due = due.toReversed()
      faults.reorder = 0
    }
    for (const delivery of due) {
      const taken = await deliver(deps, { url, secret }, delivery, signal)
      // Aborted: the store is about to close, and unconfirmed deliveries are sent again after the next start.
      if (signal.aborted) return
      if (taken) store.transact(() => store.endDelivery(delivery.id, now()))
      else store.transact(() => store.delayDelivery(delivery.id, now() + waitAfter(delivery.tries)))
    }
  }
}

async function deliver(
  { store, now, faults }: { store: Store; now: () => number; faults: Faults },
  target: Target,
  delivery: Delivery,
  signal: AbortSignal,
): Promise<boolean> {
  if (faults.drop > 0) {
    faults.drop--
    return false
  }
  const body = JSON.stringify(store.find(delivery.eventId))
  const times = faults.duplicate > 0 ? 2 : 1
  if (times === 2) faults.duplicate--
  let taken = false
  for (let sent = 0; sent < times; sent++) taken = await post(target, body, now(), signal)
  return taken
}

async function post(
  { url, secret }: Target,
  body: string,
  now: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: {
        'content-type': 'application/json; charset=utf-8',
        'stripe-signature': signBody(body, secret, now),
      },
      body,
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(ATTEMPT_MS)]),
    })
    await response.body?.cancel()
    return response.ok
  } catch {
    // Unreachable, or no answer in time: the retry handles it.
    return false
  }
}

function waitAfter(tries: number): number {
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(tries, 20))
}

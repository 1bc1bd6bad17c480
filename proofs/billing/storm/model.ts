import type { Outputs } from '@madruga/core/contract.ts'
import type { Database } from '@madruga/server/db.ts'
import type { Random } from '../../chaos/random.ts'
import type { Fleet } from './fleet.ts'
import type { People, Person } from './people.ts'
import type { Reply } from './phone.ts'

export type PaymentView = Outputs['billing']['payment']

/** What drivers were told: the payments behind each of their requests, and those that they saw paid. */
export type Told = {
  /** Ids of payments by the request's key. */
  inputs: Map<string, Set<string>>
  /** By the payment's id. */
  paid: Map<string, { driverId: string; amountCents: number; reference: string }>
  /** Payments that waited for a bank, and did not say where it asks. */
  dumb: Set<string>
  /** Payments whose bank asked. */
  asked: Set<string>
  /** Answers by their status and, of refusals, their code. */
  answers: Map<string, number>
}

/** What a deed has at hand. */
export type Storm = {
  fleet: Fleet
  people: People
  /** For what the bot writes, which is no part of money. */
  database: Database
  told: Told
  /** Codes that an operator made. */
  coupons: string[]
}

/** One thing that somebody does; what is refused or not heard is no fault. */
export type BillingOperation = (storm: Storm, driver: Person, dice: Random) => Promise<void>

/** Nothing told yet. */
export function tellNothing(): Told {
  return { inputs: new Map(), paid: new Map(), dumb: new Set(), asked: new Set(), answers: new Map() }
}

/** Keeps an answer, and what it says of a payment where it is one. */
export function sync(storm: Storm, driver: Person, reply: Reply<unknown>, key?: string): PaymentView | null {
  const { told } = storm
  const name = nameOf(reply)
  told.answers.set(name, (told.answers.get(name) ?? 0) + 1)
  if (reply?.status !== 200) return null
  const payment = reply.body as PaymentView
  const { id, state, amountCents, reference, action } = payment
  if (key !== undefined) told.inputs.set(key, (told.inputs.get(key) ?? new Set()).add(id))
  if (state === 'paid') told.paid.set(id, { driverId: driver.id, amountCents, reference })
  if (state === 'needs_action') told.asked.add(id)
  if (state === 'needs_action' && action === null) told.dumb.add(id)
  return payment
}

function nameOf(reply: Reply<unknown>): string {
  if (reply === null) return 'nothing'
  const code = (reply.body as { code?: string } | null)?.code
  return code === undefined ? `${reply.status}` : `${reply.status} ${code}`
}

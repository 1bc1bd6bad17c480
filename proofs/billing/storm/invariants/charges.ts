import type { Facts } from '../facts.ts'
import type { Invariant } from './model.ts'

/** How the gateway calls disputes that have ended. */
const STATES: Record<string, string> = { won: 'won', lost: 'lost' }

/** Our payments against the gateway's own books. */
export const chargeInvariants: readonly Invariant[] = [
  {
    name: 'a request is charged once at most',
    check({ intents }, see) {
      for (const [paymentId, of] of Map.groupBy(intents, (intent) => intent.paymentId)) {
        const count = of.reduce((sum, intent) => sum + intent.charges.length, 0)
        see(count <= 1 ? null : `payment ${paymentId} has ${count} charges`)
      }
    },
  },
  {
    name: 'an invoice is paid once at most: what was captured again went back, or the bank kept it',
    check({ payments, intents, invoices }, see) {
      const kept = keptOf({ payments, intents })
      for (const { id, number } of invoices) {
        const paid = payments.filter((each) => each.invoice_id === id && (kept.get(each.id) ?? 0) > 0)
        see(
          paid.length <= 1
            ? null
            : `invoice ${number ?? id} is paid by ${paid.map((each) => each.reference).join(', ')}`,
        )
      }
    },
  },
  {
    name: 'a key has one effect, and every answer to it names that one',
    check({ told, keys }, see) {
      const stored = new Map(keys.map(({ key, paymentId }) => [key, paymentId]))
      for (const [key, ids] of told.inputs) {
        const known = [...ids]
        see(
          known.length === 1 && stored.get(key) === known[0]
            ? null
            : `key ${key}: ${known.join(', ')}, stored ${stored.get(key)}`,
        )
      }
    },
  },
  {
    name: 'a payment that a driver saw paid is in the books and at the gateway',
    check({ told, payments, intents }, see) {
      const byId = new Map(payments.map((payment) => [payment.id, payment]))
      const charged = new Map(intents.flatMap((each) => each.charges.map(({ cents }) => [each.id, cents])))
      for (const [id, { driverId, amountCents, reference }] of told.paid) {
        const payment = byId.get(id)
        const there = amountCents === 0 ? 0 : charged.get(payment?.charge_id ?? '')
        const same =
          payment?.state === 'paid' && payment.driver_id === driverId && payment.amount_cents === amountCents
        see(same && there === amountCents ? null : `${reference} is ${payment?.state ?? 'gone'}`)
      }
    },
  },
  {
    name: 'what the gateway captured is a payment of ours, to the cent',
    check({ payments, intents }, see) {
      const byId = new Map(payments.map((payment) => [payment.id, payment]))
      for (const { id, paymentId, charges } of intents)
        for (const { cents } of charges) {
          const payment = byId.get(paymentId)
          const same = payment?.state === 'paid' && payment.charge_id === id && payment.amount_cents === cents
          see(same ? null : `${id} of ${cents} is ${payment?.state ?? 'unknown'} as ${paymentId}`)
        }
    },
  },
  {
    name: 'what we call paid was captured at the gateway, to the cent',
    check({ payments, intents }, see) {
      const charged = new Map(intents.map((intent) => [intent.id, intent.charges[0]?.cents ?? 0]))
      for (const { reference, state, charge_id: chargeId, amount_cents: cents } of payments)
        if (state === 'paid' && cents > 0)
          see(charged.get(chargeId ?? '') === cents ? null : `${reference} of ${cents}`)
    },
  },
  {
    name: 'what went back is the same on both sides, to the cent',
    check({ payments, refunds, intents }, see) {
      const there = new Map(intents.map((intent) => [intent.id, intent.charges[0]?.refundedCents ?? 0]))
      for (const payment of payments.filter((each) => each.state === 'paid' && each.amount_cents > 0)) {
        const ours = refunds
          .filter((each) => each.payment_id === payment.id && each.state === 'succeeded')
          .reduce((sum, each) => sum + each.amount_cents, 0)
        const theirs = there.get(payment.charge_id ?? '')
        const same = ours === theirs && payment.refunded_cents === ours
        see(same ? null : `${payment.reference}: ${ours}, ${payment.refunded_cents}, theirs ${theirs}`)
      }
    },
  },
  {
    name: 'what banks took back, and how that ended, is the same on both sides, to the cent',
    check({ payments, disputes, intents }, see) {
      const byCharge = new Map(payments.map((payment) => [payment.charge_id, payment]))
      for (const intent of intents.filter((each) => each.disputes.length > 0)) {
        const payment = byCharge.get(intent.id)
        const ours = disputes.filter((each) => each.payment_id === payment?.id)
        const theirs = intent.disputes.filter(({ status }) => status !== 'won')
        const cents = theirs.reduce((sum, each) => sum + each.cents, 0)
        const told = ours.map(({ id, state }) => `${id} ${state}`).toSorted()
        const known = intent.disputes.map(({ id, status }) => `${id} ${STATES[status] ?? 'open'}`).toSorted()
        const same = told.join() === known.join() && payment?.disputed_cents === cents
        see(
          same ? null : `${payment?.reference}: ${told} of ${payment?.disputed_cents}, ${known} of ${cents}`,
        )
      }
    },
  },
  {
    name: 'the ledger’s gateway account is the gateway’s balance',
    check({ accounts, balance }, see) {
      const ours = accounts.find((account) => account.kind === 'gateway')!.balance_cents
      const theirs = balance.reduce((sum, line) => sum + line.amount - line.fee, 0)
      see(ours === theirs ? null : `${ours} against ${theirs}`)
    },
  },
  {
    name: 'a payment that waits for a bank says where it asks',
    check({ told }, see) {
      for (const id of told.asked) see(told.dumb.has(id) ? `payment ${id}` : null)
    },
  },
  {
    name: 'nothing is under way any more',
    check({ payments, refunds }, see) {
      for (const { reference, state } of payments)
        see(['paid', 'refused', 'canceled'].includes(state) ? null : `${reference} is ${state}`)
      for (const { id, state } of refunds)
        see(['succeeded', 'failed'].includes(state) ? null : `refund ${id} is ${state}`)
    },
  },
]

/**
 * What is left of each payment's charge at the gateway, cents: less what was refunded, and what banks kept
 * for good.
 */
function keptOf({ payments, intents }: Pick<Facts, 'payments' | 'intents'>): Map<string, number> {
  const left = new Map(
    intents.map(({ id, charges, disputes }) => [
      id,
      charges.reduce((sum, charge) => sum + charge.cents - charge.refundedCents, 0) -
        disputes.filter(({ status }) => status === 'lost').reduce((sum, { cents }) => sum + cents, 0),
    ]),
  )
  return new Map(payments.map((payment) => [payment.id, left.get(payment.charge_id ?? '') ?? 0]))
}

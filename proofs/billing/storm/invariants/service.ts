import { weekSpan } from '@madruga/core/blocks.ts'
import { planOf } from '@madruga/core/plans.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import type { Facts, Used } from '../facts.ts'
import type { Invariant } from './model.ts'

type Invoice = Facts['invoices'][number]
type Payment = Facts['payments'][number]

/** What was paid for is given, what was given is paid for. */
export const serviceInvariants: readonly Invariant[] = [
  {
    name: 'no money without service: what is kept of a payment stands against an invoice that is paid',
    check({ payments, invoices }, see) {
      const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
      for (const payment of payments) {
        const back = payment.refunded_cents + payment.disputed_cents
        if (payment.state !== 'paid' || back === payment.amount_cents) continue
        const invoice = byId.get(payment.invoice_id)!
        const given = invoice.state === 'paid' && (invoice.kind === 'week' || invoice.span_ms !== null)
        see(given ? null : `${payment.reference} for an invoice that is ${invoice.state}`)
      }
    },
  },
  {
    name: 'no service without money: an invoice that is paid has its payment, unless it was free',
    check({ payments, invoices }, see) {
      for (const invoice of invoices.filter((each) => each.state === 'paid')) {
        const left = invoice.due_cents - invoice.credited_cents
        const paid = payments.filter((each) => each.invoice_id === invoice.id && each.state === 'paid')
        const kept = paid.reduce((sum, each) => sum + each.amount_cents - each.refunded_cents, 0)
        see(left === 0 || kept > 0 ? null : `${invoice.number} of ${left}`)
      }
    },
  },
  {
    name: 'no paid span is lost: what was bought, less what was given back, is what drivers have',
    check(facts, see) {
      for (const { id } of facts.drivers) {
        const bought = facts.invoices.filter((each) => each.driver_id === id && each.span_ms !== null)
        if (bought.length === 0) continue
        const ours = facts.periods
          .filter((span) => span.driver_id === id)
          .reduce((sum, span) => sum + span.until_at - span.from_at, 0)
        const theirs = runDown(bought, facts)
        see(ours === theirs ? null : `driver ${id} has ${hours(ours)} h of ${hours(theirs)} h`)
      }
    },
  },
  {
    name: 'days that were bought are days, but for the hour by which clocks change',
    check({ invoices }, see) {
      for (const { number, days, span_ms: spanMs } of invoices)
        if (spanMs !== null)
          see(Math.abs(spanMs - days! * DAY_MS) <= HOUR_MS ? null : `${number}: ${hours(spanMs)} h`)
    },
  },
  {
    name: 'an account says what is paid for, and until when',
    check({ drivers, periods, now }, see) {
      for (const { id, planNumber, subscribedUntil } of drivers) {
        const ends = periods.filter((each) => each.driver_id === id).map((each) => each.until_at)
        if (ends.length === 0) continue
        const last = Math.max(...ends)
        const over = subscribedUntil === null && last <= now
        see(subscribedUntil === last || over ? null : `driver ${id} until ${subscribedUntil}, not ${last}`)
        const active = periods.find(
          (each) => each.driver_id === id && each.from_at <= now && now < each.until_at,
        )
        if (active) see(planOf(planNumber) === active.plan ? null : `driver ${id}`)
      }
    },
  },
  {
    name: 'what banks kept of a payment for good is to be paid again, was paid otherwise, or is credited',
    check({ disputes, payments, invoices, refunds }, see) {
      const lost = new Set(disputes.filter((each) => each.state === 'lost').map((each) => each.payment_id))
      const isGone = (payment: Payment): boolean =>
        lost.has(payment.id) && payment.disputed_cents === payment.amount_cents
      for (const payment of payments.filter(isGone)) {
        const given = refunds.some((each) => each.payment_id === payment.id && each.state !== 'failed')
        if (given || payment.driver_id === null) continue
        const invoice = invoices.find((each) => each.id === payment.invoice_id)!
        // What a bank has asked back of another payment counts until the bank decides.
        const again = payments.some(
          (each) =>
            each.invoice_id === invoice.id &&
            each.id !== payment.id &&
            each.state === 'paid' &&
            each.amount_cents > each.refunded_cents &&
            !isGone(each),
        )
        see(
          invoice.state === 'paid' && !again
            ? `${payment.reference} is lost, ${invoice.number} is paid`
            : null,
        )
      }
    },
  },
  {
    name: 'whatever was used without a subscription is invoiced, and nothing twice',
    check(facts, see) {
      const standing = Map.groupBy(
        facts.items.filter((item) => item.credited_by === null && item.kind !== 'subscription_week'),
        (item) => `${item.driver_id} ${item.reference}`,
      )
      const forgiven = forgivenOf(facts)
      const zones = new Map(facts.drivers.map((driver) => [driver.id, driver.timeZone]))
      const weekOf = ({ driverId, at }: Used): string =>
        `${driverId} ${weekSpan(zones.get(driverId) ?? 'UTC', at).from}`
      const won = new Set(facts.used.filter((each) => each.reference.startsWith('block:')).map(weekOf))
      for (const used of facts.used) {
        const key = `${used.driverId} ${used.reference}`
        const paid = facts.periods.some(
          (span) => span.driver_id === used.driverId && span.from_at <= used.at && used.at < span.until_at,
        )
        const closing = facts.closings.find((each) => each.driver_id === used.driverId)
        if (closing === undefined || used.at >= closing.closed_to || used.at < closing.since) continue
        const free = used.reference.startsWith('check_in:') && won.has(weekOf(used))
        const wanted = paid || free || forgiven.has(key) ? 0 : 1
        const count = standing.get(key)?.length ?? 0
        see(count === wanted ? null : `${key} is invoiced ${count} times, not ${wanted}`)
      }
    },
  },
  {
    name: 'nothing is invoiced that was not used',
    check(facts, see) {
      const used = new Set(facts.used.map((each) => `${each.driverId} ${each.reference}`))
      for (const item of facts.items)
        if (item.credited_by === null && item.kind !== 'subscription_week')
          see(used.has(`${item.driver_id} ${item.reference}`) ? null : `${item.reference}`)
    },
  },
  {
    name: 'no one is suspended for what they do not owe',
    check({ drivers, invoices }, see) {
      for (const { id, status, statusCause } of drivers) {
        const owes = invoices.some((each) => each.driver_id === id && each.state === 'unpaid')
        const wrong = status === 'suspended' && statusCause === 'dues' && !owes
        see(wrong ? `driver ${id}` : null)
      }
    },
  },
]

/** What an operator took back stays taken back: by a refund of all of it, or by hand. */
function forgivenOf({ items, creditNotes }: Facts): Set<string> {
  const causes = new Map(creditNotes.map((note) => [note.number, note.cause]))
  return new Set(
    items
      .filter((item) => item.credited_by !== null && causes.get(item.credited_by) !== 'correction')
      .map((item) => `${item.driver_id} ${item.reference}`),
  )
}

/**
 * How long a driver had and has paid for, ms: time left of either plan runs down, professional first; a
 * credit takes what is left. A coupon lowers the price of an invoice that is unpaid again, and takes no time.
 */
function runDown(bought: readonly Invoice[], { creditNotes }: Facts): number {
  const notes = creditNotes.flatMap((note) => {
    const invoice = bought.find((each) => each.id === note.invoice_id)
    if (invoice === undefined || note.cause === 'coupon') return []
    return [{ at: note.at, plan: invoice.plan!, ms: -invoice.span_ms! }]
  })
  const events = [
    ...bought.map((each) => ({ at: each.issued_at!, plan: each.plan!, ms: each.span_ms! })),
    ...notes,
  ].toSorted((one, other) => one.at - other.at || other.ms - one.ms)
  const left = { professional: 0, advanced: 0 }
  let used = 0
  let since = 0
  for (const { at, plan, ms } of events) {
    const professional = Math.min(left.professional, at - since)
    const advanced = Math.min(left.advanced, at - since - professional)
    left.professional -= professional
    left.advanced -= advanced
    used += professional + advanced
    left[plan] = Math.max(0, left[plan] + ms)
    since = at
  }
  return used + left.professional + left.advanced
}

function hours(ms: number): number {
  return Math.round(ms / HOUR_MS)
}

import type { Facts } from '../facts.ts'
import type { Invariant } from './model.ts'

/** Invoices that count: what was given up or taken back holds nothing. */
const LIVE = ['unpaid', 'paid']

/** Ledger, numbers, coupons and credits. */
export const documentInvariants: readonly Invariant[] = [
  {
    name: 'the ledger adds up to nothing, row by row',
    check({ ledger }, see) {
      see(ledger.sumCents === 0 ? null : `${ledger.sumCents} cents`)
      see(ledger.unbalanced.length === 0 ? null : `rows ${ledger.unbalanced.join(', ')}`)
    },
  },
  {
    name: 'no balance drifts from its entries',
    check({ ledger, accounts }, see) {
      const drifts = new Set(ledger.drifts.map((drift) => drift.accountId))
      for (const { id, kind } of accounts) see(drifts.has(id) ? `${kind} ${id}` : null)
    },
  },
  {
    name: 'what a driver owes in the ledger is what their papers say',
    check(facts, see) {
      for (const { id } of facts.drivers) {
        const account = facts.accounts.find((each) => each.kind === 'receivable' && each.driver_id === id)
        const ours = account?.balance_cents ?? 0
        const theirs = owedOf(id, facts)
        see(ours === theirs ? null : `driver ${id}: ${ours} against ${theirs}`)
      }
    },
  },
  {
    name: 'an invoice’s lines come to what it is due',
    check({ invoices, items }, see) {
      const byInvoice = Map.groupBy(items, (item) => item.invoice_id)
      for (const invoice of invoices) {
        const sum = (byInvoice.get(invoice.id) ?? []).reduce((cents, item) => cents + item.cents, 0)
        see(sum === invoice.items_cents ? null : `${invoice.number}: ${sum} against ${invoice.items_cents}`)
      }
    },
  },
  {
    name: 'each number of an invoice or credit note is there once, without gaps',
    check({ invoices, creditNotes, counters }, see) {
      const numbers = [...invoices, ...creditNotes].flatMap((each) => each.number ?? [])
      const byYear = Map.groupBy(numbers, (number) => Number(number.slice(2, 6)))
      for (const { year, last } of counters) {
        const found = new Set((byYear.get(year) ?? []).map((number) => Number(number.slice(7))))
        for (let number = 1; number <= last; number++)
          see(found.delete(number) ? null : `M-${year}-${number} is missing`)
        see(found.size === 0 && byYear.get(year)!.length === last ? null : `${year} has numbers twice`)
      }
    },
  },
  {
    name: 'a coupon is used within its limit, once a driver, and its count is true',
    check({ coupons, couponUses, invoices, creditNotes }, see) {
      for (const { code, uses, most_uses: most } of coupons) {
        const later = creditNotes.filter((note) => note.cause === 'coupon' && note.reason === code)
        const drivers = invoices
          .filter((each) => each.coupon_code === code || later.some((note) => note.invoice_id === each.id))
          .filter((each) => LIVE.includes(each.state))
          .map((each) => each.driver_id)
        const rows = couponUses.filter((each) => each.code === code)
        const once = new Set(drivers).size === drivers.length
        const counted = uses === drivers.length && rows.length === drivers.length
        const fits = most === null || drivers.length <= most
        see(once && counted && fits ? null : `${code}: ${uses} counted, ${drivers.length} used of ${most}`)
      }
    },
  },
  {
    name: 'a referral credit is used once, by an invoice that counts',
    check({ referrals, invoices }, see) {
      const byId = new Map(invoices.map((invoice) => [invoice.id, invoice]))
      for (const { friend_id: friend, used_by: id, driver_id: driver } of referrals) {
        const invoice = byId.get(id ?? '')
        const fits = id === null || (invoice?.driver_id === driver && LIVE.includes(invoice.state))
        see(fits ? null : `${friend} is used by an invoice that is ${invoice?.state}`)
      }
      for (const invoice of invoices.filter((each) => LIVE.includes(each.state))) {
        const used = referrals.filter((each) => each.used_by === invoice.id)
        const weeks = invoice.kind === 'week' ? 1 : invoice.days! / 7
        const half = (invoice.items_cents - invoice.coupon_cents) / weeks / 2
        // A credit is half a week, and no more than the friend paid.
        const worth = used.reduce((sum, each) => sum + Math.min(half, each.paid_cents ?? half), 0)
        // Each half is rounded by a cent at most, and so is each week's share of the coupon.
        see(
          Math.abs(invoice.credits_cents - worth) <= 2 * weeks
            ? null
            : `${invoice.number} took ${invoice.credits_cents} by ${used.length} credits`,
        )
      }
    },
  },
]

/**
 * What a driver owes by invoices, payments, refunds and disputes alone, cents; below zero we owe it to them.
 */
function owedOf(driverId: string, { invoices, payments, refunds }: Facts): number {
  const invoiced = invoices
    .filter((each) => each.driver_id === driverId && each.number !== null)
    .reduce((sum, each) => sum + each.due_cents - each.credited_cents, 0)
  const paid = payments.filter((each) => each.driver_id === driverId && each.state === 'paid')
  const given = paid.reduce((sum, payment) => {
    const credited = refunds
      .filter(
        (each) => each.payment_id === payment.id && each.state === 'succeeded' && each.cause === 'credited',
      )
      .reduce((cents, each) => cents + each.amount_cents, 0)
    const invoice = invoices.find((each) => each.id === payment.invoice_id)
    const taken = invoice?.state === 'credited' ? payment.disputed_cents : 0
    // Lost for good: the invoice is to be paid again, and the fee of that way of paying went with the
    // payment.
    const gone = payment.refunded_cents + taken === payment.amount_cents || payment.freed_at !== null
    const feeBack = payment.amount_cents > 0 && gone
    return sum + payment.amount_cents - (feeBack ? 0 : payment.fee_cents) - credited - payment.disputed_cents
  }, 0)
  return invoiced - given
}

import { defineModule } from '../module.ts'
import { HOUSE_ACCOUNTS } from '@madruga/core/ledger.ts'
import { dayOf, daysSpan, weekOf } from '@madruga/core/blocks.ts'
import { shiftDay } from '@madruga/core/days.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import { sumCents } from '@madruga/core/money.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { RevenueDeps } from './ledger/model.ts'
import * as store from './ledger/entries-store.ts'

/** The entry of the ledger: what was earned, owed and paid, whether the books agree, and what came in. */

export * from './ledger/entries-store.ts'
export { GatewaySilent } from './ledger/gateway-books.ts'
export type { BalanceLine, Compared, GatewayBooks } from './ledger/gateway-books.ts'
export { readReconciliations, reconcile, reconcileRecent } from './ledger/reconcile.ts'
export type { Reconciliation } from './ledger/reconcile.ts'

/** The declaration of the ledger. */
export const ledger = defineModule({
  tables: ['ledger_accounts', 'ledger_entries', 'ledger_lines', 'reconciliations'],
  sections: [
    { name: 'balances', from: 'ledger_accounts', columns: 'kind, balance_cents', key: [['id', 'bigint']] },
    {
      name: 'ledger',
      from: 'ledger_entries',
      columns: `id, at, kind, reference, memo, (select coalesce(sum(amount_cents), 0)
        from ledger_lines e join ledger_accounts a on a.id = e.account_id
        where e.entry_id = ledger_entries.id and a.driver_id = ledger_entries.driver_id) as owed_cents`,
      key: [['id', 'bigint']],
    },
  ],
})

export type Revenue = Outputs['accounting']['revenue']

/** The last four weeks, today among them. */
const USUAL_DAYS = 28
/** More weeks than these no screen shows. */
const LONGEST_MS = 3_660 * DAY_MS
/** First days of the ages after the first, which ends where accounts are suspended. */
const LATER_AGES = [14, 30]

/**
 * What came in and what it cost between two days of the service's zone, both included, by the ledger; and
 * what is owed now. Without a last day it is today in that zone, wherever the operator is; without a first
 * one four weeks end on the last. Accounts of a demo count in a demo alone, and what they come to is told
 * apart; the balances are those of the whole books. Refuses with `request.invalid` for days that are none, in
 * the wrong order, or more than ten years apart.
 */
export async function readRevenue(
  deps: RevenueDeps,
  days: { from?: string | undefined; to?: string | undefined },
): Promise<Revenue> {
  const { db, clock, timeZone, countsDemo } = deps
  const { from, to } = chooseDays(timeZone, days, clock.now())
  const span = daysSpan(timeZone, from, to)
  if (span === null || span.to - span.from > LONGEST_MS)
    throw new AppError('request.invalid', { fields: [{ path: 'to', code: 'field.invalid' }] })
  return await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (tx) => {
      const counts = ({ isDemo }: { isDemo: boolean }) => countsDemo || !isDemo
      const allMoves = await store.sumWeeks(tx, { ...span, timeZone })
      const moves = allMoves.filter(counts)
      const balances = await store.readHouseBalances(tx)
      const debts = (await store.readDebts(tx)).filter(counts)
      return {
        from,
        to,
        accounts: HOUSE_ACCOUNTS.map((kind) => ({
          kind,
          cents: shownCents(kind, centsOf(moves, kind)),
          balanceCents: shownCents(kind, centsOf(balances, kind)),
        })),
        netCents: netOf(moves),
        demo: { netCents: netOf(allMoves.filter(({ isDemo }) => isDemo)), counted: countsDemo },
        owed: ageDebts(debts, deps.suspendDays, clock.now()),
        owingCents: sumCents(debts.filter(({ cents }) => cents < 0).map(({ cents }) => -cents)),
        byWeek: mondaysOf(from, to).map((week) => ({
          week,
          cents: netOf(moves.filter((each) => each.week === week)),
        })),
      }
    })
}

function chooseDays(
  timeZone: string,
  days: { from?: string | undefined; to?: string | undefined },
  now: Timestamp,
): { from: string; to: string } {
  const to = days.to ?? dayOf(timeZone, now)
  // Nothing can be counted back from what is no day: it is refused as it is.
  const isDay = daysSpan(timeZone, to, to) !== null
  return { from: days.from ?? (isDay ? shiftDay(to, 1 - USUAL_DAYS) : to), to }
}

type Move = { kind: string; cents: number }

/**
 * What is ours: money at the gateway, and what is owed to us. The rest is what we earned, and what that cost.
 */
const ASSETS = ['gateway', 'receivable.gone']

/** What we earned is a credit, below zero in the books: it is shown above, and what it cost below. */
function shownCents(kind: string, cents: number): number {
  return ASSETS.includes(kind) ? cents : 0 - cents
}

function netOf(moves: readonly Move[]): number {
  return sumCents(
    moves.filter(({ kind }) => !ASSETS.includes(kind)).map(({ kind, cents }) => shownCents(kind, cents)),
  )
}

function centsOf(moves: readonly Move[], kind: string): number {
  return sumCents(moves.filter((each) => each.kind === kind).map(({ cents }) => cents))
}

/**
 * Who owes, by whole days since the oldest unpaid invoice or disputed payment. What is owed without one
 * counts as new.
 */
function ageDebts(
  debts: readonly { cents: number; oldestAt: Timestamp | null }[],
  suspendDays: number,
  now: Timestamp,
): Revenue['owed'] {
  const firsts = [0, suspendDays, ...LATER_AGES.filter((days) => days > suspendDays)]
  return firsts.map((daysFrom, index) => {
    const next = firsts[index + 1]
    const here = debts.filter(({ cents, oldestAt }) => {
      const age = Math.floor((now - (oldestAt ?? now)) / DAY_MS)
      return cents > 0 && age >= daysFrom && (next === undefined || age < next)
    })
    const cents = sumCents(here.map((debt) => debt.cents))
    return { daysFrom, daysTo: next === undefined ? null : next - 1, drivers: here.length, cents }
  })
}

/** Mondays of the weeks that have a day of these. */
function mondaysOf(from: string, to: string): string[] {
  const mondays = [weekOf(from)[0]!]
  while (shiftDay(mondays.at(-1)!, 7) <= to) mondays.push(shiftDay(mondays.at(-1)!, 7))
  return mondays
}

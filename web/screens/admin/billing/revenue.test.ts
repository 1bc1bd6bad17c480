import assert from 'node:assert/strict'
import { test } from 'node:test'
import { HOUSE_ACCOUNTS } from '@madruga/core/ledger.ts'
import { bestWeek, groupAccounts, readDays } from './revenue.ts'

test('missing or invalid days are left to the server, which knows its own today', () => {
  assert.deepEqual(readDays({}), {})
  assert.deepEqual(readDays({ from: 'x', to: '2026-02-30' }), {})
  assert.deepEqual(readDays({ from: 'x', to: '2026-02-28' }), { to: '2026-02-28' })
  const days = { from: '2026-01-01', to: '2026-03-31' }
  assert.deepEqual(readDays(days), days)
})

test('every ledger account appears once: revenue, discounts, costs, and the rest', () => {
  const accounts = HOUSE_ACCOUNTS.map((kind, index) => ({ kind, cents: index + 1, balanceCents: 0 }))
  const { groups, others } = groupAccounts(accounts)
  const told = [...groups.flatMap((group) => group.accounts), ...others].map(({ kind }) => kind)
  assert.deepEqual(told.toSorted(), [...HOUSE_ACCOUNTS].toSorted())
  assert.deepEqual(
    others.map(({ kind }) => kind),
    ['gateway', 'receivable.gone'],
  )
  assert.deepEqual(
    groups.map(({ group, cents }) => [group, cents]),
    [
      ['revenue', 1 + 2 + 3 + 4 + 5],
      ['discounts', 6 + 7 + 8],
      ['costs', 10 + 11],
    ],
  )
})

test('the best week has the highest revenue; there is none without revenue', () => {
  const weeks = [
    { week: '2026-11-09', cents: 500 },
    { week: '2026-11-16', cents: 900 },
  ]
  assert.deepEqual(bestWeek(weeks), weeks[1])
  assert.equal(bestWeek([{ week: '2026-11-16', cents: -5 }]), null)
})

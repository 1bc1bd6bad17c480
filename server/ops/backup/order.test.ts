import assert from 'node:assert/strict'
import { test } from 'node:test'
import { orderTables } from './order.ts'

const tables = ['blocks', 'attempts', 'drivers'].map((name) => ({ name }))

test('a table comes after every table that it refers to', () => {
  const ordered = orderTables(tables, [
    { from: 'blocks', to: 'attempts' },
    { from: 'attempts', to: 'drivers' },
  ])
  assert.deepEqual(
    ordered.map(({ name }) => name),
    ['drivers', 'attempts', 'blocks'],
  )
})

test('tables that refer to each other in a circle are a fault and no endless loop', () => {
  const circle = [
    { from: 'blocks', to: 'attempts' },
    { from: 'attempts', to: 'blocks' },
  ]
  assert.throws(() => orderTables(tables, circle), /in a circle: blocks, attempts/)
})

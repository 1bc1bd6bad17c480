import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createTurnedClock } from '../../testing/turned-clock.ts'
import { PAGE_SIZE, createPages } from './pages.ts'

/** A list of orders, newest first, and how its pages are read. */
function startReading(count: number) {
  const clock = createTurnedClock()
  const pages = createPages(clock)
  const orders = Array.from({ length: count }, (_, each) => `order_${count - each}`)
  const readOne = (): number => {
    const offset = pages.offset()
    const page = orders.slice(offset, offset + PAGE_SIZE)
    pages.read(page, page.length)
    return offset
  }
  /** The offsets of the pages that are read before the first one is due again. */
  const walk = (): number[] => {
    const offsets = [readOne()]
    while (pages.offset() > 0) offsets.push(readOne())
    return offsets
  }
  return { clock, pages, orders, walk }
}

test('all pages are read at first, then the first one alone while nothing is new', () => {
  const { walk } = startReading(70)
  assert.deepEqual(walk(), [0, 30, 60])
  assert.deepEqual(walk(), [0])
})

test('pages follow as far as their last order is new', () => {
  const { orders, walk } = startReading(70)
  walk()
  orders.unshift('order_71')
  assert.deepEqual(walk(), [0])
  orders.unshift(...Array.from({ length: 40 }, (_, each) => `order_${112 - each}`))
  assert.deepEqual(walk(), [0, 30])
})

test('all pages are read again after a while, and when what was reported is forgotten', () => {
  const { clock, pages, walk } = startReading(70)
  walk()
  pages.forget()
  assert.deepEqual(walk(), [0, 30, 60])
  clock.turn(240_000)
  assert.deepEqual(walk(), [0, 30, 60])
})

test('a list without end is read so far', () => {
  assert.equal(startReading(5_000).walk().length, 20)
})

test('a full page that ends the list is followed by an empty one', () => {
  assert.deepEqual(startReading(30).walk(), [0, 30])
})

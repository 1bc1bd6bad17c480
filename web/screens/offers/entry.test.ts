import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Words } from '../../i18n.ts'
import type { OfferEntry } from './entry.ts'
import { outcomeNote, zoneOf } from './entry.ts'
import { titleOf } from './rules.ts'

const offer = { stationId: 'st-1' } as OfferEntry['data']['offer']

test('a station that left the account keeps its own time, and an older line has that of the stations in the account', () => {
  const zones = new Map([['st-1', 'America/Chicago']])
  assert.equal(zoneOf({ offer, timeZone: 'America/New_York' }, new Map()), 'America/New_York')
  assert.equal(zoneOf({ offer, timeZone: 'America/New_York' }, zones), 'America/New_York')
  assert.equal(zoneOf({ offer }, zones), 'America/Chicago')
  assert.equal(zoneOf({ offer }, undefined), undefined)
})

// Keys instead of texts: the test checks which text is selected, and its parameters.
const t = (key: string, params: object = {}) => [key, ...Object.values(params)].join(' ')

function sayRefused(more: { detail?: string; lacks?: string[] }): string {
  const data = { offer, cause: 'not_eligible', reactionMs: null, ...more }
  return outcomeNote({ t } as unknown as Words, { type: 'offer.missed', data } as OfferEntry)
}

test('what a platform refuses a driver is told by the skill, in its own words, or plainly', () => {
  assert.equal(sayRefused({ detail: 'Needs a cargo bike.', lacks: ['cargo bike'] }), 'left.skills cargo bike')
  assert.equal(sayRefused({ detail: 'Too far ahead.' }), 'miss.refused Too far ahead.')
  assert.equal(sayRefused({ detail: '', lacks: [] }), 'miss.not_eligible')
})

const hours = (ms: number) => `${ms / 3_600_000} h`
const time = (at: number) => new Date(at).toISOString().slice(11, 16)

const say = (precedence: object): string => {
  const data = { offer, cause: 'turn', reactionMs: null, precedence }
  return outcomeNote({ t, hours } as unknown as Words, { type: 'offer.missed', data } as OfferEntry)
}

test('a shift that went to another member says by how many hours they come first, where it is an hour or more', () => {
  assert.equal(say({ by: 'hours', fewer: 6 }), 'miss.turn_hours 6 h')
  assert.equal(say({ by: 'hours', fewer: 0 }), 'miss.turn')
  assert.equal(say({ by: 'lot' }), 'miss.turn')
})

test('a shift that is left to people says until when', () => {
  const data = { offer, rules: [], ignoredFor: 'time', leftUntil: Date.parse('2026-03-04T10:15Z') }
  const entry = { type: 'offer.ignored', data } as unknown as OfferEntry
  assert.equal(outcomeNote({ t, time } as unknown as Words, entry), 'row.left_until 10:15')
})

const rule = (name: string, passed = false) => ({ rule: name, passed, value: null, limit: null, bound: 'is' })
const entryOf = (...rules: object[]) =>
  ({ type: 'offer.ignored', data: { offer, stationCode: 'VAX2', ignoredFor: 'price', rules } }) as OfferEntry

test('the title of an offer that also overlaps a block names the block, since lower pay would not win it', () => {
  const words = { t, say: t, money: String, dayTime: String } as unknown as Words
  const both = entryOf(rule('price_per_hour'), rule('overlap'))
  assert.match(titleOf(words, both), /^left\.overlap/)
  assert.match(outcomeNote(words, both), /^left\.price_per_hour/, 'a line of the history has its group')
  assert.match(titleOf(words, entryOf(rule('price_per_hour'), rule('overlap', true))), /^left\.price/)
})

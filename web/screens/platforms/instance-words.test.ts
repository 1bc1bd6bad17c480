import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { makeFormats } from '@madruga/core/formats.ts'
import type { Words } from '../../i18n.ts'
import { listHouseRules } from './instance-words.ts'
import type { InstanceChoice } from './queries.ts'

const t = (key: string, values?: object) => (values ? `${key} ${JSON.stringify(values)}` : key)
const words = { ...makeFormats('en', { now: () => 0 }), t } as unknown as Words
const rulesOf = (waitListPlaces: number) =>
  listHouseRules(words, {
    kind: 'coopcycle',
    houseRules: { ...NO_HOUSE_RULES, waitListPlaces },
  } as InstanceChoice)

test('a house that grants no place on wait lists says so in place of at most 0', () => {
  assert.deepEqual(rulesOf(0), ['sync.house.noWaitList'])
  assert.deepEqual(rulesOf(3), ['sync.house.waitListPlaces {"limit":"3"}'])
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { romanize } from './romanize.ts'
import { anyCharacter } from './testing.ts'

const isAscii = (character: string) => /^[\x20-\x7e]$/.test(character)

test('letters lose their marks, and those of other writings become Latin ones', () => {
  for (const [text, latin] of [
    ['François', 'Francois'],
    ['Zoë', 'Zoe'],
    ['Łukasz', 'Lukasz'],
    ['Conceição', 'Conceicao'],
    ['İbrahim', 'Ibrahim'],
    ['Cafe\u0301', 'Cafe'],
    ['Þór', 'Thor'],
    ['Nguyễn', 'Nguyen'],
    ['Владимир', 'Vladimir'],
    ['王小明', ' Wang Xiao Ming '],
    ['محمد العربي', 'Mhmd Alarbi'],
    ['يوسف علي', 'Yusf Ali'],
    ['محمود', 'Mhmud'],
    ['ﬁancé', 'fiance'],
    ['Ａｎａ', 'Ana'],
  ] as const)
    assert.equal(romanize(text, isAscii), latin, text)
})

test('pictures and what cannot be seen are left out; what has no letters is shown as unknown', () => {
  assert.equal(romanize('Ana 😀👩🏽‍🚀❤️🇪🇸\u200e', isAscii).trim(), 'Ana')
  assert.equal(romanize('\u{30000}', isAscii, '?'), '?')
})

test('whatever the text is, nothing is left that is not accepted', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      for (const character of romanize(text, isAscii)) assert.ok(isAscii(character), character)
    }),
  )
})

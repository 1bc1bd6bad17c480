import assert from 'node:assert/strict'
import { test } from 'node:test'
import { findCommands, readKey } from './commands.ts'

const run = () => {}
const commands = ['Inicio', 'Inicio de sesión', 'Ofertas instantáneas', 'Pago', 'Historial de pagos'].map(
  (label) => ({ id: label, label, run }),
)
const found = (text: string) => findCommands(commands, text).map(({ label }) => label)

test('a command is found by the beginnings of its words, without accents, its own beginning first', () => {
  assert.deepEqual(found('ini'), ['Inicio', 'Inicio de sesión'])
  assert.deepEqual(found('INI ses'), ['Inicio de sesión'])
  assert.deepEqual(found('instantaneas'), ['Ofertas instantáneas'])
  assert.deepEqual(found('pag'), ['Pago', 'Historial de pagos'])
  assert.deepEqual(found('nicio'), [])
  assert.equal(found('').length, commands.length)
})

const press = (key: string, over: { ctrlKey?: boolean; metaKey?: boolean; altKey?: boolean } = {}) => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  ...over,
})
const FREE = { afterG: false, typing: false, letters: true }

test('letters do nothing while somebody types or has turned them off; Ctrl K always works', () => {
  assert.equal(readKey(press('k', { ctrlKey: true }), { ...FREE, typing: true, letters: false }), 'palette')
  assert.equal(readKey(press('K', { metaKey: true }), FREE), 'palette')
  assert.equal(readKey(press('?'), FREE), 'keys')
  assert.equal(readKey(press('/'), FREE), 'search')
  assert.equal(readKey(press('g'), FREE), 'g')
  assert.deepEqual(readKey(press('c'), { ...FREE, afterG: true }), { go: 'CALENDAR' })
  assert.equal(readKey(press('c'), FREE), null)
  assert.equal(readKey(press('?'), { ...FREE, typing: true }), null)
  assert.equal(readKey(press('?'), { ...FREE, letters: false }), null)
  assert.equal(readKey(press('g', { ctrlKey: true }), FREE), null)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSmsAnswer } from './sms-answer.ts'

const STOP = [
  'STOP',
  'stop',
  ' stop ',
  'Stop.',
  'STOP!',
  '"STOP"',
  '“Stop”',
  '«stop»',
  "'stop'",
  '(stop)',
  'stop?',
  '¡Stop!',
  'stop please',
  'Stop, please.',
  'please stop',
  'Stop texting me',
  'STOP 🛑',
  '🛑stop🛑',
  'S.T.O.P.',
  'ＳＴＯＰ',
  'ｓｔｏｐ！',
  '\u200eSTOP\u200f',
  'ST\u200bOP',
  '\ufeffstop',
  'STOP\u00a0',
  'stop\n',
  'STOP\n\nSent from my phone',
  'STOPALL',
  'STOP ALL',
  'stop all messages',
  'UNSUBSCRIBE',
  'unsubscribe me',
  'CANCEL',
  'End.',
  'QUIT!',
  'REVOKE',
  'revoke',
  'OPTOUT',
  'OPT OUT',
  'opt-out',
  'Opt out please',
  'opt out of this',
  'PARAR',
  'ALTO',
  '¡Alto!',
  'BAJA',
  'baja por favor',
  'CANCELAR',
  'Cancelar, gracias',
  'DETENER',
  'SALIR',
  'salir.',
]
const START = [
  'START',
  'start',
  'Start!',
  '"start"',
  'start please',
  'START again',
  '＜ＳＴＡＲＴ＞',
  'UNSTOP',
  'Yes',
  'yes please',
  'Empezar.',
  '¡ALTA!',
]
const NEITHER = [
  '',
  '  ',
  'hello',
  'thanks',
  'I cannot stop now',
  'When does it end?',
  'Do not stop',
  'bus stop',
  'Stopped by',
  'stops at 5',
  'cancel my block',
  'End at 5?',
  'yes I will be there',
  'Starting now',
  'nonstop',
  'alta y baja',
  'no quiero salir',
  '🛑',
  'quit smoking',
]

test('a word that ends text messages ends them, however it is dressed', () => {
  for (const text of STOP) assert.equal(readSmsAnswer(text), 'stop', text)
})

test('a word that brings them back does, however it is dressed', () => {
  for (const text of START) assert.equal(readSmsAnswer(text), 'start', text)
})

test('other texts, also with such a word in them, change nothing', () => {
  for (const text of NEITHER) assert.equal(readSmsAnswer(text), null, text)
})

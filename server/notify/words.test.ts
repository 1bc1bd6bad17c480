import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { NO_HOUSE_RULES } from '@madruga/core/house-rules.ts'
import { MATTERING, NOTIFICATION_KINDS } from '@madruga/core/notify.ts'
import type { NotificationKind, NotificationParams } from '@madruga/core/notify.ts'
import type { NewMessage, TemplateParams } from './model.ts'
import type { Content } from './model.ts'
import { letterHtml, letterText } from './providers/letter.ts'
import { WORDS } from '../words.ts'
import { putIntoWords } from './words.ts'
import { countSegments } from './words/gsm.ts'

const URL = 'https://madruga.example'
const AT = Date.UTC(2026, 10, 21, 7, 30)

function content(
  language: Language,
  message: Pick<NewMessage, 'template' | 'params'>,
  timeZone = 'America/New_York',
): Content {
  return { language, timeZone, at: AT, ...message } as Content
}

const PURPOSES = ['register', 'reset', 'change'] as const
const CONTACTS = ['email', 'phone', 'preferredEmail'] as const
const MESSAGES = [
  ...PURPOSES.map((purpose) => ({
    template: 'code' as const,
    params: { purpose, code: '482913', minutes: 10 },
  })),
  ...CONTACTS.map((what) => ({ template: 'contact_changed' as const, params: { what } })),
  { template: 'account_exists' as const, params: {} },
  { template: 'password_changed' as const, params: {} },
  { template: 'factor_guessed' as const, params: {} },
  { template: 'account_deleted' as const, params: {} },
  { template: 'invitation' as const, params: { name: 'Ana', link: `${URL}/#/register?code=ABCD2345` } },
  { template: 'test' as const, params: {} },
]

test('every message of the account is one SMS of the phone alphabet, in every language', () => {
  for (const language of LANGUAGE_CODES) {
    for (const message of MESSAGES) {
      const { sms } = putIntoWords(content(language, message), URL)
      assert.ok(sms.startsWith('Madruga: '), sms)
      assert.equal(countSegments(sms), 1, `${language} ${message.template} (${sms.length}): ${sms}`)
    }
  }
})

test('each message has its own text in each language and form', () => {
  const forms = new Set<string>()
  for (const language of LANGUAGE_CODES) {
    for (const message of MESSAGES) {
      const words = putIntoWords(content(language, message), URL)
      forms.add(`${words.title}|${words.sms}`)
      assert.ok(words.spoken.startsWith(WORDS[language].messages.hello.slice(0, -1)), words.spoken)
      assert.ok(words.paragraphs.length > 0 && words.paragraphs.every((text) => text.length > 20))
      assert.ok(words.push.title.length > 0 && words.push.text.length > 20)
      assert.equal(words.push.id, 0)
      assert.equal(words.settings, null)
      if (words.action) assert.ok(words.action.url.startsWith(`${URL}/#/`), words.action.url)
    }
  }
  assert.equal(forms.size, LANGUAGE_CODES.length * MESSAGES.length)
})

test('an invitation is one SMS with a whole link, whatever the inviter calls themselves', () => {
  const link = `https://drivers.madruga.example.com/#/register?code=ABCD2345`
  const told = (language: Language, name: string) =>
    putIntoWords(content(language, { template: 'invitation', params: { name, link } }), URL).sms
  for (const language of LANGUAGE_CODES) {
    for (const name of ['Ana', '', '玛利亚', 'Wolfeschlegelsteinhausenbergerdorff '.repeat(3)]) {
      const sms = told(language, name)
      assert.equal(countSegments(sms), 1, sms)
      assert.ok(sms.endsWith(` ${link}`), sms)
    }
  }
  assert.match(told('es', 'José María'), /^Madruga: José Maria te invita\./)
  for (const [typed, name] of [
    ['François', 'Francois'],
    ['Zoë', 'Zoe'],
    ['Łukasz', 'Lukasz'],
    ['Conceição', 'Conceicao'],
    ['İbrahim', 'Ibrahim'],
    ['玛利亚', 'Ma Li Ya'],
    ['Δήμητρα', 'Dimitra'],
    ['محمد', 'Mhmd'],
  ] as const)
    assert.match(told('en', typed), new RegExp(`^Madruga: ${name} invites you\\.`), typed)
  for (const typed of ['', '😀', '\u200e', "'", ' - ', '123']) {
    assert.match(told('en', typed), /^Madruga: A friend invites you\./, typed)
    assert.match(told('es', typed), /^Madruga: Un amigo te invita\./, typed)
  }
  // A stranger reads it as our words: it must contain no address or number of the inviter's choosing.
  assert.match(told('en', "D'Arcy-Lee"), /^Madruga: D'Arcy-Lee invites you\./)
  assert.match(
    told('en', 'http://evil.example/1?x Call 555-0100'),
    /^Madruga: httpevilexamplex Cal invites you\./,
  )
})

test('the monthly report of a platform says its figures and rules, and leads to the console', () => {
  const spread = { least: 4, median: 11.5, most: 30 }
  const params: TemplateParams['house_report'] = {
    id: 'bicicoop1',
    name: 'Bicicoop',
    month: '2026-10',
    shifts: { byBots: 1_204, byPeople: 88 },
    members: { withBot: 30, withoutBot: 2 },
    hours: { withBot: spread, withoutBot: null },
    rules: { ...NO_HOUSE_RULES, headStartMinutes: 15, takesTurns: true },
    requests: null,
  }
  const told = (language: Language) =>
    putIntoWords(content(language, { template: 'house_report', params }), URL)
  const english = told('en')
  assert.equal(english.title, 'What the bot did at Bicicoop, October 2026')
  assert.deepEqual(english.paragraphs.slice(0, 5), [
    'Shifts taken by bots: 1,204. Taken by hand or assigned: 88.',
    'Members with a bot: 30; their hours: least 4 h, median 11.5 h, most 30 h.',
    'Members without a bot: 2; their hours: not shown for fewer than 3 members.',
    'Rules in force: people go first for 15 minutes, members take turns.',
    'Requests were not counted that month.',
  ])
  assert.equal(english.action?.url, `${URL}/#/admin?tab=platforms&platform=bicicoop1&month=2026-10`)
  assert.match(told('es').paragraphs.join(' '), /mediana 11[.,]5 h.*las personas van primero por 15 minutos/)
})

test('a code stands in every form, spoken digit by digit, and not in the subject', () => {
  const params: TemplateParams['code'] = { purpose: 'reset', code: '482913', minutes: 7 }
  for (const language of LANGUAGE_CODES) {
    const words = putIntoWords(content(language, { template: 'code', params }), URL)
    assert.equal(words.code, '482913')
    assert.match(words.sms, /482913.* 7 minut/)
    assert.match(words.spoken, /4, 8, 2, 9, 1, 3/)
    assert.match(letterText(words), /482913/)
    assert.match(letterHtml(words), />482913</)
    assert.doesNotMatch(words.title, /\d/)
  }
})

function toldAt(language: Language, zone: string): string {
  const words = putIntoWords(content(language, { template: 'password_changed', params: {} }, zone), URL)
  return words.paragraphs[0]!.replaceAll(/\s/g, ' ')
}

test('when it happened is told in the zone and language of the driver', () => {
  assert.match(toldAt('en', 'America/New_York'), /Saturday, November 21 at 2:30 AM Eastern Time/)
  assert.match(
    toldAt('es', 'America/Los_Angeles'),
    /viernes, 20 de noviembre, 11:30 p\.m\. hora del Pacífico/,
  )
})

test('mails and SMS say which of two hours they mean where the clock shows one twice', () => {
  const first = Date.UTC(2026, 10, 1, 5, 30)
  const HOUR_MS = 3_600_000
  const textOf = (language: Language, startAt: number) => {
    const block = { blockId: 'b', station: 'VNY1', payCents: 9_000, tipCents: 0 }
    const params = { id: 1, kind: 'block_won', params: { ...block, startAt, endAt: startAt + HOUR_MS } }
    const words = putIntoWords(content(language, { template: 'news', params } as never), URL)
    return [words.sms, words.paragraphs.join(' ')]
  }
  for (const text of textOf('en', first)) assert.match(text, /1:30 AM EDT, 1 h/)
  for (const text of textOf('en', first + HOUR_MS)) assert.match(text, /1:30 AM EST, 1 h/)
  for (const text of textOf('en', first + 2 * HOUR_MS)) assert.match(text, /2:30 AM, 1 h/)
  for (const text of textOf('es', first)) assert.match(text, /1:30 a\.\s?m\. EDT/)
  const message = { ...content('en', { template: 'password_changed', params: {} }), at: first + HOUR_MS }
  assert.match(putIntoWords(message as Content, URL).paragraphs[0]!, /November 1 at 1:30\sAM EST/)
})

test('news of every kind has a headline, a text, a place in the app and two SMS at most', () => {
  const block = { blockId: 'b', station: 'VNY1', startAt: AT, endAt: AT + 1, payCents: 9_000, tipCents: 0 }
  const invoice = { number: 'M-2026-000012', dueCents: 3_500 }
  const params: { [K in NotificationKind]: NotificationParams[K] } = {
    block_won: block,
    block_waiting: { ...block, waiting: 'provisional' },
    block_taken: { ...block, waiting: 'waitlisted' },
    block_changed: { ...block, change: 'moved', wasStartAt: AT },
    human_needed: {},
    reminder: { ...block, minutes: 60 },
    ask: { ...block, askId: 'a', expiresAt: AT },
    guard_paused: { reason: 'guard_misses', count: 3, until: AT },
    goal_reached: { goalCents: 80_000, bookedCents: 81_250 },
    shadow_over: { runId: 'r', seen: 200, count: 21, cents: 222_800 },
    run_over: { startableAt: AT },
    bot_failed: { reason: 'platform_unavailable' },
    bot_stopped: { reason: 'human_verification' },
    autostart_missed: { refusal: null, lateMs: 1_900_000 },
    support_replied: { requestId: 7 },
    account_changed: { what: 'email' },
    account_status: { status: 'suspended', reason: 'An invoice is open.' },
    member_price: { house: 'Coop', cents: 1_200, currency: 'EUR', from: '2027-01' },
    invoice_issued: { ...invoice, suspendsAt: AT },
    invoice_due: { ...invoice, suspendsAt: AT },
    payment_received: { paymentId: 'p', reference: 'P-7K2M9QXW', amountCents: 3_636, number: invoice.number },
    payment_failed: { ...invoice, reason: 'insufficient_funds' },
    subscription_ending: { tier: 'advanced', endsAt: AT },
    edition_changed: { tier: 'professional', until: AT },
    refunded: { reference: 'P-7K2M9QXW', amountCents: 3_636 },
    friend_joined: {},
    credit_earned: { available: 2, worthCents: 2_606 },
    credit_withheld: { reason: 'phone_unconfirmed' },
    credit_taken_back: { reason: 'payment_returned', available: 1 },
  }
  for (const language of LANGUAGE_CODES) {
    for (const kind of NOTIFICATION_KINDS) {
      const news = { template: 'news', params: { id: 5, kind, params: params[kind] } }
      const words = putIntoWords(content(language, news as never), URL)
      assert.ok(words.title.length > 3 && words.paragraphs[0]!.length > 3)
      assert.ok(countSegments(words.sms) <= 2, words.sms)
      assert.equal(words.push.id, 5)
      assert.equal(words.push.kind, kind)
      assert.match(words.push.url, /^\/#\//)
      // A question stays on the screen too: it can be answered for a minute.
      assert.equal(words.push.matters, MATTERING.includes(kind) || kind === 'ask')
      assert.ok(words.settings?.url.endsWith('/#/notification-settings'))
    }
  }
})

test('a driver suspended for an unpaid invoice is linked to it; other statuses link home', () => {
  const led = (params: NotificationParams['account_status']) => {
    const news = { template: 'news', params: { id: 1, kind: 'account_status', params } }
    return putIntoWords(content('en', news as never), URL).action
  }
  assert.deepEqual(led({ status: 'suspended', reason: '', dues: true }), {
    label: 'Invoices',
    url: `${URL}/#/invoices`,
  })
  for (const params of [
    { status: 'suspended', reason: '' },
    { status: 'active', reason: '', dues: true },
  ] as const)
    assert.equal(led(params)?.url, `${URL}/#/`)
})

/** Where a courier's news leads, by mail and by push. */
const urlOf = (news: object) => {
  const params = { id: 1, variant: 'courier', ...news }
  const words = putIntoWords(content('en', { template: 'news', params } as never), URL)
  assert.equal(words.action?.url, `${URL}${words.push.url}`)
  return words.push.url
}

test('news of an offer opens its entry: a block in the calendar, a lost accept in the log of its app', () => {
  const block = { blockId: 'b 1', station: 'Centro', startAt: AT, endAt: AT + 1, payCents: 0, tipCents: 0 }
  assert.equal(urlOf({ kind: 'block_won', params: block }), `/#/calendar?open=b%201&at=${AT}`)
  const { blockId: _, ...accept } = { ...block, waiting: 'waitlisted' }
  assert.equal(urlOf({ kind: 'block_waiting', params: accept }), `/#/calendar?at=${AT}`)
  assert.equal(urlOf({ kind: 'block_taken', params: { ...accept, seq: 7 } }), '/#/courier-logs?open=7')
  assert.equal(urlOf({ kind: 'block_taken', params: accept }), '/#/courier-logs')
})

test('a purchase that a bank refused leads to where plans are bought, an invoice to where it is paid', () => {
  for (const [number, place] of [
    [null, 'activation'],
    ['M-2026-000123', 'invoices'],
  ] as const) {
    const params = { number, dueCents: 2_606, reason: 'bank_declined' }
    const news = { template: 'news', params: { id: 1, kind: 'payment_failed', params } }
    const { action, paragraphs } = putIntoWords(content('en', news as never), URL)
    assert.equal(action?.url, `${URL}/#/${place}`)
    assert.doesNotMatch(paragraphs.join(), /null/)
  }
})

test('what others wrote stays text in the e-mail', () => {
  const params = { status: 'suspended', reason: `<img src=x onerror="alert('1')">&amp;` }
  const news = { template: 'news', params: { id: 1, kind: 'account_status', params } }
  const html = letterHtml(putIntoWords(content('en', news as never), URL))
  assert.ok(!html.includes('<img'))
  assert.ok(html.includes('&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;amp;'))
})

const pushOf = (params: object) =>
  putIntoWords({ ...content('en', MESSAGES[0]!), template: 'news', params } as Content, URL).push

test('a question can be answered by the buttons of its push message; other important news are acknowledged', () => {
  const ask = {
    askId: 'c1',
    station: 'VAX2',
    startAt: AT,
    endAt: AT + 1,
    payCents: 9_400,
    tipCents: 0,
    expiresAt: AT,
  }
  const question = pushOf({ id: 3, kind: 'ask', params: ask })
  assert.deepEqual(
    [question.buttons.map(({ action }) => action), question.confirmationId, question.matters],
    [['take', 'leave'], 'c1', true],
  )
  const human = pushOf({ id: 4, kind: 'human_needed', params: {} })
  assert.deepEqual([human.buttons.map(({ action }) => action), human.confirmationId], [['acknowledge'], null])
  assert.deepEqual(pushOf({ id: 5, kind: 'friend_joined', params: {} }).buttons, [])
})

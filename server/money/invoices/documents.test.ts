import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { AppError } from '@madruga/core/errors.ts'
import { DAY_MS, HOUR_MS } from '@madruga/core/time.ts'
import { createDocuments, writeInvoicePdf, writeReceiptPdf } from './documents.ts'
import type { InvoiceDocument, ReceiptDocument } from './documents.ts'
import { readPdf } from './documents/testing.ts'
import { anyCharacter } from '../../kit/testing.ts'

/** Monday at midnight in New York: the week before has closed. */
const ISSUED = Date.parse('2026-11-23T00:00:00-05:00')
const PAID = Date.parse('2026-11-23T09:30:00-05:00')
/** A quarter past four in the afternoon. */
const START = Date.parse('2026-11-21T16:15:00-05:00')

type Line = InvoiceDocument['lines'][number]
const blockLine = (over: Partial<Line> = {}): Line => ({
  kind: 'block',
  cents: 500,
  at: START - DAY_MS,
  credited: false,
  day: null,
  block: {
    stationCode: 'VDO1',
    startAt: START,
    endAt: START + 3.5 * HOUR_MS,
    payCents: 9_250,
    tipCents: 1_900,
    offerKind: 'block',
  },
  ...over,
})
const dayLine: Line = { ...blockLine(), kind: 'instant_day', cents: 200, day: '2026-11-18', block: null }

const printed = {
  timeZone: 'America/New_York',
  variant: 'amazon',
  testMode: false,
  billedTo: { name: 'Ana Núñez', email: 'ana@example.com' },
} as const
const receipt: ReceiptDocument = {
  ...printed,
  id: 'p1',
  reference: 'P-7K2M9QXW',
  state: 'paid',
  what: { kind: 'week', from: '2026-11-16', to: '2026-11-22', number: 'M-2026-000012' },
  amountCents: 752,
  feeCents: 52,
  refundedCents: 0,
  method: { kind: 'card', brand: 'visa', last4: '4242' },
  at: PAID,
  paidAt: PAID,
  reason: null,
  action: null,
}
const { timeZone: _zone, variant: _variant, testMode: _mode, billedTo: _billed, ...payment } = receipt
const unpaid: InvoiceDocument = {
  ...printed,
  number: 'M-2026-000012',
  kind: 'week',
  state: 'unpaid',
  from: '2026-11-16',
  to: '2026-11-22',
  plan: null,
  days: null,
  blocks: 1,
  dueCents: 700,
  creditedCents: 0,
  leftCents: 700,
  issuedAt: ISSUED,
  paidAt: null,
  suspendsAt: ISSUED + 5 * DAY_MS,
  underWay: null,
  reopened: false,
  lines: [blockLine(), dayLine],
  itemsCents: 700,
  couponCode: null,
  couponCents: 0,
  creditsCents: 0,
  waivedCents: 0,
  payments: [],
  creditNotes: [],
}
const paid: InvoiceDocument = {
  ...unpaid,
  state: 'paid',
  leftCents: 0,
  paidAt: PAID,
  suspendsAt: null,
  payments: [payment],
}

const linesOf = async (invoice: InvoiceDocument, language: 'en' | 'es' = 'en'): Promise<string[]> =>
  readPdf(await writeInvoicePdf(invoice, language)).pages.flat()
const receiptOf = async (over: Partial<ReceiptDocument> = {}, language: 'en' | 'es' = 'en') =>
  readPdf(await writeReceiptPdf({ ...receipt, ...over }, language)).pages.flat()

/** Whether the lines stand on the paper in this order, others between them. */
function assertInOrder(lines: readonly string[], expected: readonly string[]): void {
  let from = 0
  for (const line of expected) {
    const at = lines.indexOf(line, from)
    assert.ok(at >= 0, `${line} is not where it belongs in\n${lines.join('\n')}`)
    from = at + 1
  }
}

test('an invoice says whom it is billed to, what for, when each block was, what it paid, and what all comes to', async () => {
  assert.deepEqual(await linesOf(unpaid), [
    'INVOICE | Madruga',
    'Number | Billed to',
    'M-2026-000012 | Ana Núñez',
    'ana@example.com',
    'Issued',
    'Nov 23, 2026',
    'UNPAID',
    'For',
    'Nov 16, 2026 to Nov 22, 2026 | Pay by Nov 28, 2026, 12:00 AM',
    'Item | When | Your pay | Price',
    'Block VDO1 | Sat, Nov 21, 4:15 PM to 7:45 PM | $92.50 | $5.00',
    '+ ~$19 tip',
    'Instant offers, one day | Nov 18, 2026 | $2.00',
    'Subtotal | $7.00',
    'Invoice total | $7.00',
    'Amount due | $7.00',
    'Your payment method’s fee is added. You see it before you confirm.',
    'Madruga: Invoice M-2026-000012. Times are in Eastern Time. | Page 1 of 1',
  ])
})

test('a block without a projected tip has its pay alone', async () => {
  const untipped = { ...blockLine().block!, tipCents: 0 }
  const lines = await linesOf({ ...unpaid, lines: [blockLine({ block: untipped })] })
  assert.ok(!lines.some((line) => line.includes('tip')))
})

test('in Spanish every line is Spanish', async () => {
  const [english, spanish] = await Promise.all([linesOf(paid), linesOf(paid, 'es')])
  assertInOrder(spanish, [
    'FACTURA | Madruga',
    'PAGADA',
    'Concepto | Cuándo | Tu pago | Precio',
    'Bloque VDO1 | sáb, 21 de nov, 4:15 p.m. a 7:45 p.m. | $92.50 | $5.00',
    '+ ~$19 de propina',
    'Ofertas instantáneas, un día | 18 nov 2026 | $2.00',
    'Total pagado | $7.52',
    'Madruga: Factura M-2026-000012. Horas: hora oriental. | Página 1 de 1',
  ])
  const same = english.filter((line) => spanish.includes(line))
  assert.deepEqual(same, ['M-2026-000012 | Ana Núñez', 'ana@example.com'])
})

test('days and times are those of the zone of the invoice', async () => {
  const lines = await linesOf({ ...paid, timeZone: 'America/Los_Angeles' })
  assertInOrder(lines, [
    'Nov 22, 2026',
    'Block VDO1 | Sat, Nov 21, 1:15 PM to 4:45 PM | $92.50 | $5.00',
    'Nov 23, 2026, 6:30 AM | P-7K2M9QXW, Visa, ending in 4242, includes $0.52 fee | $7.52',
  ])
  assert.match(lines.at(-1)!, /Times are in Pacific Time\./)
})

test('a document says which of two hours it means where the clock shows one twice', async () => {
  const startAt = Date.parse('2026-11-01T01:30:00-04:00')
  const block = { ...blockLine().block!, startAt, endAt: startAt + HOUR_MS }
  const lines = await linesOf({ ...unpaid, lines: [blockLine({ block })] })
  assert.ok(
    lines.some((line) => line.includes('Sun, Nov 1, 1:30 AM EDT to 1:30 AM EST')),
    lines.join('\n'),
  )
})

test('a paid invoice names fee, total, card and transaction reference, and asks for nothing', async () => {
  const lines = await linesOf(paid)
  assertInOrder(lines, [
    'PAID',
    'Invoice total | $7.00',
    'Payment method fee | $0.52',
    'Total paid | $7.52',
    'Payments',
    'Nov 23, 2026, 9:30 AM | P-7K2M9QXW, Visa, ending in 4242, includes $0.52 fee | $7.52',
  ])
  assert.ok(!lines.some((line) => /Amount due|Pay by|is added/.test(line)))
})

test('a payment that was refused is no payment', async () => {
  const refused = { ...payment, state: 'refused', paidAt: null, reference: 'P-REFUSED1' } as const
  const lines = await linesOf({ ...unpaid, payments: [refused] })
  assert.ok(!lines.some((line) => /P-REFUSED1|Payments|Total paid/.test(line)))
})

test('coupon, credits and what is given away stand in the order of calculation, and only where there is some', async () => {
  const reduced = {
    ...unpaid,
    itemsCents: 7_000,
    couponCode: 'WELCOME-10',
    couponCents: 700,
    creditsCents: 3_150,
    waivedCents: 3_150,
    dueCents: 0,
    leftCents: 0,
    state: 'paid',
    suspendsAt: null,
  } as const
  assertInOrder(await linesOf(reduced), [
    'Nov 16, 2026 to Nov 22, 2026 | Nothing to pay',
    'Subtotal | $70.00',
    'Coupon WELCOME-10 | −$7.00',
    'Friend credit | −$31.50',
    'On us: too little to charge | −$31.50',
    'Invoice total | $0.00',
  ])
  assert.ok(!(await linesOf(unpaid)).some((line) => /Coupon|Credit|Given/.test(line)))
})

test('what was credited before the payment lowers it, what came after it went back', async () => {
  const credit = {
    number: 'M-2026-000012-C1',
    cents: 500,
    at: ISSUED + DAY_MS,
    cause: 'correction',
    waivedCents: 0,
  } as const
  const credited = {
    lines: [blockLine({ credited: true }), dayLine],
    creditedCents: 500,
    creditNotes: [credit],
  }
  const note = 'Nov 24, 2026 | M-2026-000012-C1, Correction | −$5.00'
  const before = await linesOf({
    ...paid,
    ...credited,
    payments: [{ ...payment, amountCents: 237, feeCents: 37 }],
  })
  assertInOrder(before, ['Invoice total | $7.00', 'Credit notes | −$5.00', 'Total paid | $2.37', note])
  const after = await linesOf({ ...paid, ...credited, payments: [{ ...payment, refundedCents: 500 }] })
  assertInOrder(after, ['Invoice total | $7.00', 'Total paid | $7.52', 'Credit notes | −$5.00', note])
  assert.ok(after.some((line) => line.includes('fee, $5.00')))
  for (const lines of [before, after])
    assert.ok(lines.some((line) => line.startsWith('Block VDO1 (credited) | ')))
  const open = await linesOf({ ...unpaid, ...credited, leftCents: 200 })
  assertInOrder(open, ['Invoice total | $7.00', 'Credit notes | −$5.00', 'Amount due | $2.00', note])
})

test('a subscription is billed by its weeks, without a column for what blocks pay', async () => {
  const week: Line = { ...blockLine(), kind: 'subscription_week', cents: 3_500, at: ISSUED, block: null }
  const lines = await linesOf({
    ...paid,
    kind: 'subscription',
    plan: 'professional',
    days: 14,
    to: '2026-12-06',
    lines: [week, { ...week, at: ISSUED + 7 * DAY_MS }],
  })
  assertInOrder(lines, [
    '14 days of the professional plan',
    'Nov 16, 2026 to Dec 6, 2026',
    'Item | When | Price',
    'One week, professional plan | Nov 23, 2026 | $35.00',
    'One week, professional plan | Nov 30, 2026 | $35.00',
  ])
})

test('a spark driver is billed for trips; a check-in names its station; a block of which nothing is known still stands', async () => {
  const checkIn = blockLine({ kind: 'check_in', cents: 200 })
  const lines = await linesOf({ ...unpaid, variant: 'spark', lines: [checkIn, blockLine({ block: null })] })
  assertInOrder(lines, [
    'Check-in VDO1 | Nov 20, 2026, 4:15 PM | $2.00',
    'Trip | Nov 20, 2026, 4:15 PM | $5.00',
  ])
})

test('sixty blocks flow over pages: each has the head of the table and its number, no block is lost, none stands in the foot', async () => {
  const lines = Array.from({ length: 60 }, (_, index) => {
    const stationCode = `ST${index}`
    return blockLine({ block: { ...blockLine().block!, stationCode } })
  })
  const { pages, written } = readPdf(await writeInvoicePdf({ ...paid, lines, blocks: 60 }, 'en'))
  assert.equal(pages.length, 4)
  for (const [index, page] of pages.entries()) {
    assert.match(page.at(-1)!, new RegExp(`\\| Page ${index + 1} of 4$`))
    assert.equal(page.filter((line) => line === 'Item | When | Your pay | Price').length, 1)
    if (index > 0) assert.equal(page[0], 'Invoice M-2026-000012, continued')
  }
  const stations = pages.flat().flatMap((line) => /^Block (ST\d+) /.exec(line)?.[1] ?? [])
  assert.deepEqual(
    stations,
    lines.map(({ block }) => block!.stationCode),
  )
  for (const page of written) {
    const foot = page.find(({ text }) => text.startsWith('Madruga: '))!
    for (const one of page) {
      assert.ok(one.x >= 54 - 1 && one.x + one.width <= 558 + 1, one.text)
      assert.ok(one.y > 40 && (one.y < foot.y - 10 || Math.abs(one.y - foot.y) < 1), one.text)
    }
  }
})

test('that no real money moved is said where it is so, and only there', async () => {
  for (const language of ['en', 'es'] as const) {
    const said = { en: 'Test mode: no real money', es: 'Modo de prueba: sin dinero real' }[language]
    assert.ok((await linesOf({ ...paid, testMode: true }, language)).includes(said))
    assert.ok((await receiptOf({ testMode: true }, language)).includes(said))
    assert.ok(!(await linesOf(paid, language)).includes(said))
    assert.ok(!(await receiptOf({}, language)).includes(said))
  }
})

test('a receipt says how much was paid, when, with what and for what', async () => {
  assert.deepEqual(await receiptOf(), [
    'RECEIPT | Madruga',
    'Reference | Billed to',
    'P-7K2M9QXW | Ana Núñez',
    'ana@example.com',
    'Paid on',
    'Nov 23, 2026, 9:30 AM',
    'PAID',
    'Paid with',
    'Visa, ending in 4242',
    'For',
    'Nov 16, 2026 to Nov 22, 2026',
    'Invoice',
    'M-2026-000012',
    'Price | $7.00',
    'Payment method fee | $0.52',
    '$7.52',
    'Total paid | $7.52',
    'Madruga: Receipt P-7K2M9QXW. Times are in Eastern Time. | Page 1 of 1',
  ])
  const bought = { kind: 'subscription', plan: 'advanced', days: 7, number: 'M-2026-000013' } as const
  assertInOrder(await receiptOf({ what: bought }, 'es'), [
    'RECIBO | Madruga',
    'PAGADO',
    'Visa, termina en 4242',
    '7 días del plan avanzado',
    'M-2026-000013',
    'Total pagado | $7.52',
  ])
})

test('a receipt tells what went back, which bank paid, and that nothing had to be paid', async () => {
  assertInOrder(await receiptOf({ refundedCents: 252 }), [
    'Total paid | $7.52',
    'Refunded | −$2.52',
    'Net paid | $5.00',
  ])
  const bank = { kind: 'bank', brand: '', last4: '6789' } as const
  assert.ok((await receiptOf({ method: bank })).includes('Bank account, ending in 6789'))
  const nothing = await receiptOf({ method: null, amountCents: 0, feeCents: 0 })
  assert.ok(nothing.includes('Nothing to pay'))
  await assert.rejects(writeReceiptPdf({ ...receipt, paidAt: null }, 'en'), RangeError)
})

test('the file says its title, its language and when the document was made', async () => {
  const invoice = readPdf(await writeInvoicePdf(paid, 'es'))
  assert.deepEqual(
    [invoice.title, invoice.language, invoice.createdAt],
    ['Madruga: Factura M-2026-000012', 'es-US', 'D:20261123050000Z'],
  )
  const english = readPdf(await writeReceiptPdf(receipt, 'en'))
  assert.deepEqual(
    [english.title, english.language, english.createdAt],
    ['Madruga: Receipt P-7K2M9QXW', 'en-US', 'D:20261123143000Z'],
  )
})

test('the same document is the same bytes, whenever it is written', async (t) => {
  const write = async () => [await writeInvoicePdf(paid, 'en'), await writeReceiptPdf(receipt, 'es')]
  const once = await write()
  t.mock.timers.enable({ apis: ['Date'], now: PAID + 400 * DAY_MS })
  assert.deepEqual(await write(), once)
  assert.notDeepEqual(await writeInvoicePdf({ ...paid, dueCents: 701 }, 'en'), once[0])
})

/** A name as the paper of an invoice has it. */
async function nameOf(name: string): Promise<string | undefined> {
  const lines = await linesOf({ ...paid, billedTo: { name, email: 'a@example.com' } })
  return lines[2]?.split(' | ')[1]
}

test('a name keeps all letters that we have; those of other writings are told in Latin ones', async () => {
  assert.equal(await nameOf('Łukasz Nguyễn-Ñandú Öçğı'), 'Łukasz Nguyễn-Ñandú Öçğı')
  assert.equal(await nameOf('Дмитрий'), 'Дмитрий')
  assert.equal(await nameOf('王小明'), 'Wang Xiao Ming')
  assert.equal(await nameOf('محمد العربي'), 'Mhmd Alarbi')
  assert.equal(await nameOf('Ελένη 김민수'), 'Eleni GimMinSu')
  assert.equal(await nameOf('山田 Taro 😀'), 'Shan Tian Taro')
  assert.equal(await nameOf('Ana 👩🏽‍🚀 ❤️ 🇪🇸 Soto'), 'Ana Soto')
  assert.equal(await nameOf('\u{30000}'), '?')
  assert.equal(await nameOf('Jose\u0301\n\u200bSoto\u0007'), 'José Soto')
  // The font's rule for a mark on this letter has no anchor, at which the library stumbles.
  assert.equal(await nameOf('ㄅ·'), 'B·')
})

test('whatever a driver is called, their invoice is written whole, and nothing leaves the page', async () => {
  const anyName = fc.oneof(
    fc.string({ unit: anyCharacter, maxLength: 300 }),
    fc.string({ unit: 'grapheme', maxLength: 300 }),
    fc.constant('W'.repeat(300)),
  )
  await fc.assert(
    fc.asyncProperty(anyName, async (name) => {
      const billedTo = { name, email: `${'w'.repeat(240)}@example.com` }
      const { pages, written } = readPdf(await writeInvoicePdf({ ...paid, billedTo }, 'en'))
      assert.ok(pages.flat().includes('Total paid | $7.52'))
      for (const one of written.flat()) assert.ok(one.x + one.width <= 558 + 3, one.text)
    }),
    { numRuns: 15 },
  )
})

const asked: string[] = []
const documents = createDocuments({
  async readInvoice(driverId, number) {
    asked.push(`${driverId} ${number}`)
    if (number !== paid.number) throw new AppError('billing.not_found')
    return paid
  },
  async readReceipt(driverId, id) {
    asked.push(`${driverId} ${id}`)
    return id === 'p1' ? receipt : { ...receipt, state: 'processing', paidAt: null }
  },
  readLanguage: async () => 'es',
})

test('files are named after what they are, and in the language of the driver', async () => {
  const invoice = await documents.readInvoice('ana', 'M-2026-000012')
  assert.deepEqual([invoice.fileName, invoice.type], ['madruga-M-2026-000012.pdf', 'application/pdf'])
  assert.equal(readPdf(invoice.content).language, 'es-US')
  const english = await documents.readReceipt('ana', 'p1', 'en')
  assert.equal(english.fileName, 'madruga-P-7K2M9QXW.pdf')
  assert.equal(readPdf(english.content).language, 'en-US')
})

const refused = (error: unknown) => error instanceof AppError && error.code === 'billing.not_found'

test('a payment that is not paid has no receipt, and an invoice that is not there no file', async () => {
  await assert.rejects(documents.readReceipt('ana', 'p2'), refused)
  await assert.rejects(documents.readInvoice('ana', 'M-2026-000099'), refused)
})

test('the news of an invoice brings the invoice, that of a payment its receipt, any other nothing', async () => {
  asked.length = 0
  const due = { number: 'M-2026-000012', dueCents: 700, suspendsAt: ISSUED }
  const issued = await documents.attach({ kind: 'invoice_issued', params: due }, 'ana', 'en')
  assert.equal(readPdf(issued!.content).title, 'Madruga: Invoice M-2026-000012')
  const received = { paymentId: 'p1', reference: 'P-7K2M9QXW', amountCents: 752, number: due.number }
  const file = await documents.attach({ kind: 'payment_received', params: received }, 'ana', 'es')
  assert.equal(readPdf(file!.content).title, 'Madruga: Recibo P-7K2M9QXW')
  assert.equal(await documents.attach({ kind: 'invoice_due', params: due }, 'ana', 'en'), null)
  assert.deepEqual(asked, ['ana M-2026-000012', 'ana p1'])
})

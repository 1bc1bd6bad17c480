import type { Language } from '@madruga/core/languages.ts'
import type { InvoiceDocument } from './model.ts'
import { writeHead, writeSum } from './parts.ts'
import { COLORS, LEFT, openPdfLayout, RIGHT } from './pdf-layout.ts'
import type { PdfLayout } from './pdf-layout.ts'
import { documentWords } from './words.ts'
import type { DocumentWords } from './words.ts'

type Line = InvoiceDocument['lines'][number]

/** Where the columns of the lines begin, or end. */
const COLUMN = { what: LEFT + 8, when: 250, paysYou: 480, price: RIGHT - 8 }
const ROW = 21

/** The paper of an invoice: head, lines, what they come to, and how it was paid. */
export async function layOutInvoice(invoice: InvoiceDocument, language: Language): Promise<Uint8Array> {
  const words = documentWords(language, invoice.timeZone)
  const title = words.invoiceNumbered(invoice.number)
  const layout = openPdfLayout({ title: `Madruga: ${title}`, language, at: invoice.issuedAt })
  writeHead(layout, words, {
    title: words.invoice,
    state: stateOf(invoice, words),
    testMode: invoice.testMode,
    billedTo: invoice.billedTo,
    facts: [
      [words.number, invoice.number],
      [words.issued, words.date(invoice.issuedAt)],
      [words.for, ...whatFor(invoice, words)],
    ],
  })
  writeLines(layout, words, invoice, title)
  writeTotals(layout, words, invoice)
  writePayments(layout, words, invoice)
  writeCreditNotes(layout, words, invoice)
  return await layout.finish((page, pages) => ({
    left: `Madruga: ${title}. ${words.zone(invoice.timeZone)}`,
    right: words.page(page, pages),
  }))
}

function stateOf({ state, suspendsAt, dueCents, creditedCents }: InvoiceDocument, words: DocumentWords) {
  if (state === 'paid')
    return { text: words.paid, done: true, below: dueCents === creditedCents ? words.nothingToPay : '' }
  if (state === 'credited') return { text: words.credited, done: false, below: '' }
  const below = suspendsAt === null ? '' : words.payBy(words.dateTime(suspendsAt))
  return { text: words.unpaid, done: false, below }
}

function whatFor({ plan, days, from, to }: InvoiceDocument, words: DocumentWords): string[] {
  const when = words.days(from, to)
  return plan === null || days === null ? [when] : [words.subscription(plan, days), when]
}

/** The table of lines; its head is repeated on every page. */
function writeLines(layout: PdfLayout, words: DocumentWords, invoice: InvoiceDocument, title: string): void {
  const head = (): void => {
    const style = { size: 9, weight: 700 } as const
    const { what, when, paysYou, price } = words.columns
    layout.fill(LEFT, layout.y, RIGHT - LEFT, ROW, COLORS.head)
    const y = layout.y + 6
    layout.write(what, COLUMN.what, y, style)
    layout.write(when, COLUMN.when, y, style)
    if (invoice.lines.some(({ block }) => block !== null))
      layout.writeRight(paysYou, COLUMN.paysYou, y, style)
    layout.writeRight(price, COLUMN.price, y, style)
    layout.y += ROW
  }
  const again = (): void => {
    layout.write(words.continued(title), LEFT, layout.y, { size: 11, weight: 700 })
    layout.y += 24
    head()
  }
  layout.need(2 * ROW, again)
  head()
  for (const line of invoice.lines) writeLine(layout, words, invoice, line, again)
}

function writeLine(
  layout: PdfLayout,
  words: DocumentWords,
  invoice: InvoiceDocument,
  line: Line,
  again: () => void,
): void {
  const style = { size: 9.5, ...(line.credited && { color: COLORS.muted }) }
  const name = nameOf(line, words, invoice)
  const what = layout.wrap(
    line.credited ? `${name} (${words.takenBack})` : name,
    COLUMN.when - COLUMN.what - 8,
    style,
  )
  const pay = line.kind === 'block' ? line.block : null
  const tip = pay === null ? '' : words.tip(pay)
  const height = ROW + (Math.max(what.length, tip === '' ? 1 : 2) - 1) * 12
  layout.need(height, again)
  for (const [index, text] of what.entries())
    layout.write(text, COLUMN.what, layout.y + 6 + index * 12, style)
  const y = layout.y + 6
  layout.write(whenOf(line, words), COLUMN.when, y, style)
  if (pay !== null) layout.writeRight(words.pay(pay), COLUMN.paysYou, y, style)
  if (tip !== '') layout.writeRight(tip, COLUMN.paysYou, y + 12, { size: 8.5, color: COLORS.muted })
  layout.writeRight(words.money(line.cents), COLUMN.price, y, style)
  layout.y += height
  layout.rule(layout.y)
}

function nameOf({ kind, block }: Line, words: DocumentWords, { variant, plan }: InvoiceDocument): string {
  switch (kind) {
    case 'block':
      return block === null ? words.block[variant] : `${words.block[variant]} ${block.stationCode}`
    case 'instant_day':
      return words.instantDay
    case 'check_in':
      return block === null ? words.checkIn : `${words.checkIn} ${block.stationCode}`
    case 'subscription_week':
      return words.subscriptionWeek(plan)
  }
}

function whenOf({ kind, at, day, block }: Line, words: DocumentWords): string {
  if (day !== null) return words.day(day)
  if (kind === 'block' && block !== null) return words.span(block.startAt, block.endAt)
  return kind === 'subscription_week' ? words.date(at) : words.dateTime(at)
}

/** What the lines come to, in the order of calculation. */
function writeTotals(layout: PdfLayout, words: DocumentWords, invoice: InvoiceDocument): void {
  const { itemsCents, couponCents, creditsCents, waivedCents, dueCents, creditedCents, leftCents } = invoice
  const rows: [string, number][] = [
    [words.items, itemsCents],
    ...less(words.coupon(invoice.couponCode), couponCents),
    ...less(words.credits, creditsCents),
    ...less(words.waived, waivedCents),
  ]
  const open = invoice.state === 'unpaid'
  // The first one paid it; what was charged besides went back.
  const [payment] = invoice.payments
    .filter(({ paidAt, amountCents }) => paidAt !== null && amountCents > 0)
    .toSorted((one, other) => one.paidAt! - other.paidAt!)
  // What was credited before it was paid lowered the charge; what came later went back.
  const creditBefore =
    payment === undefined
      ? creditedCents
      : Math.min(creditedCents, Math.max(0, dueCents - payment.amountCents + payment.feeCents))
  layout.need((rows.length + 6) * 18 + 24)
  layout.y += 12
  for (const [label, cents] of rows) writeSum(layout, words, label, cents)
  writeSum(layout, words, words.due, dueCents, 'bold')
  for (const [label, cents] of less(words.creditNotes, creditBefore)) writeSum(layout, words, label, cents)
  if (payment !== undefined) {
    writeSum(layout, words, words.fee, payment.feeCents)
    writeSum(layout, words, words.total, payment.amountCents, 'large')
  }
  for (const [label, cents] of less(words.creditNotes, creditedCents - creditBefore))
    writeSum(layout, words, label, cents)
  if (!open) return
  writeSum(layout, words, words.left, leftCents, 'large')
  layout.writeRight(words.feeNote, RIGHT - 8, layout.y + 2, { size: 8.5, color: COLORS.muted })
  layout.y += 18
}

/** A line of what comes off; none where nothing does. */
function less(label: string, cents: number): [string, number][] {
  return cents === 0 ? [] : [[label, -cents]]
}

/** How it was paid: when, with what, by which reference, and what went back. */
function writePayments(layout: PdfLayout, words: DocumentWords, { payments }: InvoiceDocument): void {
  const rows = payments.flatMap((payment) => {
    const { paidAt, method, reference, amountCents, feeCents, refundedCents } = payment
    if (paidAt === null) return []
    const how = [
      method === null ? words.nothingToPay : words.method(method),
      ...(feeCents > 0 ? [words.withFee(words.money(feeCents))] : []),
      ...(refundedCents > 0 ? [words.wentBack(words.money(refundedCents))] : []),
    ]
    return [{ first: words.dateTime(paidAt), second: [reference, ...how].join(', '), cents: amountCents }]
  })
  writeSection(layout, words, words.payments, rows)
}

function writeCreditNotes(layout: PdfLayout, words: DocumentWords, { creditNotes }: InvoiceDocument): void {
  const rows = creditNotes.map(({ number, cents, at, cause, waivedCents }) => ({
    first: words.date(at),
    second: [
      number,
      words.cause[cause],
      ...(waivedCents > 0 ? [words.givenAway(words.money(waivedCents))] : []),
    ].join(', '),
    cents: -cents,
  }))
  writeSection(layout, words, words.creditNotes, rows)
}

type SectionRow = { first: string; second: string; cents: number }

function writeSection(
  layout: PdfLayout,
  words: DocumentWords,
  title: string,
  rows: readonly SectionRow[],
): void {
  if (rows.length === 0) return
  const style = { size: 9.5 }
  const second = 210
  layout.need(24 + 22 + ROW)
  layout.y += 20
  layout.write(title, LEFT, layout.y, { size: 12, weight: 700 })
  layout.y += 22
  layout.rule(layout.y)
  for (const row of rows) {
    const lines = layout.wrap(row.second, RIGHT - 78 - second, style)
    const height = ROW + (lines.length - 1) * 12
    layout.need(height)
    layout.write(row.first, COLUMN.what, layout.y + 6, style)
    for (const [index, text] of lines.entries()) layout.write(text, second, layout.y + 6 + index * 12, style)
    layout.writeRight(words.money(row.cents), COLUMN.price, layout.y + 6, style)
    layout.y += height
    layout.rule(layout.y)
  }
}

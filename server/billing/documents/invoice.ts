import { COLORS, LEFT, openPaper, RIGHT } from './paper.ts'
import type { Paper } from './paper.ts'
import type { InvoiceDocument, Language } from '../documents.ts'
import { writeHead, writeSum } from './parts.ts'
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
  const paper = openPaper({ title: `Madruga: ${title}`, language, at: invoice.issuedAt })
  writeHead(paper, words, {
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
  writeLines(paper, words, invoice, title)
  writeReckoning(paper, words, invoice)
  writePayments(paper, words, invoice)
  writeCreditNotes(paper, words, invoice)
  return await paper.finish((page, pages) => ({
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

function whatFor({ tier, days, from, to }: InvoiceDocument, words: DocumentWords): string[] {
  const when = words.days(from, to)
  return tier === null || days === null ? [when] : [words.subscription(tier, days), when]
}

/** The table of lines; its head is repeated on every page. */
function writeLines(paper: Paper, words: DocumentWords, invoice: InvoiceDocument, title: string): void {
  const head = (): void => {
    const style = { size: 9, weight: 700 } as const
    const { what, when, paysYou, price } = words.columns
    paper.fill(LEFT, paper.y, RIGHT - LEFT, ROW, COLORS.head)
    const y = paper.y + 6
    paper.write(what, COLUMN.what, y, style)
    paper.write(when, COLUMN.when, y, style)
    if (invoice.lines.some(({ block }) => block !== null)) paper.writeRight(paysYou, COLUMN.paysYou, y, style)
    paper.writeRight(price, COLUMN.price, y, style)
    paper.y += ROW
  }
  const again = (): void => {
    paper.write(words.continued(title), LEFT, paper.y, { size: 11, weight: 700 })
    paper.y += 24
    head()
  }
  paper.need(2 * ROW, again)
  head()
  for (const line of invoice.lines) writeLine(paper, words, invoice, line, again)
}

function writeLine(
  paper: Paper,
  words: DocumentWords,
  invoice: InvoiceDocument,
  line: Line,
  again: () => void,
): void {
  const style = { size: 9.5, ...(line.credited && { color: COLORS.muted }) }
  const name = nameOf(line, words, invoice)
  const what = paper.wrap(
    line.credited ? `${name} (${words.takenBack})` : name,
    COLUMN.when - COLUMN.what - 8,
    style,
  )
  const height = ROW + (what.length - 1) * 12
  paper.need(height, again)
  for (const [index, text] of what.entries()) paper.write(text, COLUMN.what, paper.y + 6 + index * 12, style)
  const y = paper.y + 6
  paper.write(whenOf(line, words), COLUMN.when, y, style)
  if (line.block !== null && line.kind === 'block')
    paper.writeRight(words.money(line.block.payCents), COLUMN.paysYou, y, style)
  paper.writeRight(words.money(line.cents), COLUMN.price, y, style)
  paper.y += height
  paper.rule(paper.y)
}

function nameOf({ kind, block }: Line, words: DocumentWords, { variant, tier }: InvoiceDocument): string {
  switch (kind) {
    case 'block':
      return block === null ? words.block[variant] : `${words.block[variant]} ${block.stationCode}`
    case 'instant_day':
      return words.instantDay
    case 'check_in':
      return block === null ? words.checkIn : `${words.checkIn} ${block.stationCode}`
    case 'subscription_week':
      return words.subscriptionWeek(tier)
  }
}

function whenOf({ kind, at, day, block }: Line, words: DocumentWords): string {
  if (day !== null) return words.day(day)
  if (kind === 'block' && block !== null) return words.span(block.startAt, block.endAt)
  return kind === 'subscription_week' ? words.date(at) : words.dateTime(at)
}

/** What the lines come to, in the order of reckoning. */
function writeReckoning(paper: Paper, words: DocumentWords, invoice: InvoiceDocument): void {
  const { itemsCents, couponCents, creditsCents, waivedCents, dueCents, creditedCents, leftCents } = invoice
  const rows: [string, number][] = [
    [words.items, itemsCents],
    ...less(words.coupon(invoice.couponCode), couponCents),
    ...less(words.credits, creditsCents),
    ...less(words.waived, waivedCents),
  ]
  const open = invoice.state === 'unpaid'
  // The first one paid it; what was charged besides went back.
  const [paid] = invoice.payments
    .filter(({ paidAt, amountCents }) => paidAt !== null && amountCents > 0)
    .toSorted((one, other) => one.paidAt! - other.paidAt!)
  // What was credited before it was paid lowered the charge; what came later went back.
  const lowered =
    paid === undefined
      ? creditedCents
      : Math.min(creditedCents, Math.max(0, dueCents - paid.amountCents + paid.feeCents))
  paper.need((rows.length + 6) * 18 + 24)
  paper.y += 12
  for (const [label, cents] of rows) writeSum(paper, words, label, cents)
  writeSum(paper, words, words.due, dueCents, 'bold')
  for (const [label, cents] of less(words.creditNotes, lowered)) writeSum(paper, words, label, cents)
  if (paid !== undefined) {
    writeSum(paper, words, words.fee, paid.feeCents)
    writeSum(paper, words, words.total, paid.amountCents, 'large')
  }
  for (const [label, cents] of less(words.creditNotes, creditedCents - lowered))
    writeSum(paper, words, label, cents)
  if (!open) return
  writeSum(paper, words, words.left, leftCents, 'large')
  paper.writeRight(words.feeNote, RIGHT - 8, paper.y + 2, { size: 8.5, color: COLORS.muted })
  paper.y += 18
}

/** A line of what comes off; none where nothing does. */
function less(label: string, cents: number): [string, number][] {
  return cents === 0 ? [] : [[label, -cents]]
}

/** How it was paid: when, with what, by which reference, and what went back. */
function writePayments(paper: Paper, words: DocumentWords, { payments }: InvoiceDocument): void {
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
  writeSection(paper, words, words.payments, rows)
}

function writeCreditNotes(paper: Paper, words: DocumentWords, { creditNotes }: InvoiceDocument): void {
  const rows = creditNotes.map(({ number, cents, at, cause, waivedCents }) => ({
    first: words.date(at),
    second: [
      number,
      words.cause[cause],
      ...(waivedCents > 0 ? [words.givenAway(words.money(waivedCents))] : []),
    ].join(', '),
    cents: -cents,
  }))
  writeSection(paper, words, words.creditNotes, rows)
}

type SectionRow = { first: string; second: string; cents: number }

function writeSection(paper: Paper, words: DocumentWords, title: string, rows: readonly SectionRow[]): void {
  if (rows.length === 0) return
  const style = { size: 9.5 }
  const second = 210
  paper.need(24 + 22 + ROW)
  paper.y += 20
  paper.write(title, LEFT, paper.y, { size: 12, weight: 700 })
  paper.y += 22
  paper.rule(paper.y)
  for (const row of rows) {
    const lines = paper.wrap(row.second, RIGHT - 78 - second, style)
    const height = ROW + (lines.length - 1) * 12
    paper.need(height)
    paper.write(row.first, COLUMN.what, paper.y + 6, style)
    for (const [index, text] of lines.entries()) paper.write(text, second, paper.y + 6 + index * 12, style)
    paper.writeRight(words.money(row.cents), COLUMN.price, paper.y + 6, style)
    paper.y += height
    paper.rule(paper.y)
  }
}

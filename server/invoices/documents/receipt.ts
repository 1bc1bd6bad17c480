import type { Language } from '@madruga/core/languages.ts'
import type { ReceiptDocument } from './model.ts'
import { writeHead, writeSum } from './parts.ts'
import { LEFT, openPdfLayout } from './pdf-layout.ts'
import { documentWords } from './words.ts'
import type { DocumentWords } from './words.ts'

/**
 * The paper of a payment that was paid: how much, when, with what, for what. Throws RangeError for one that
 * was not.
 */
export async function layOutReceipt(payment: ReceiptDocument, language: Language): Promise<Uint8Array> {
  const { paidAt, reference, timeZone, amountCents, feeCents, refundedCents, method } = payment
  if (paidAt === null) throw new RangeError('a receipt is of a payment that was paid')
  const words = documentWords(language, timeZone)
  const title = words.receiptNumbered(reference)
  const layout = openPdfLayout({ title: `Madruga: ${title}`, language, at: paidAt })
  writeHead(layout, words, {
    title: words.receipt,
    state: { text: words.received, done: true, below: '' },
    testMode: payment.testMode,
    billedTo: payment.billedTo,
    facts: [
      [words.reference, reference],
      [words.paidOn, words.dateTime(paidAt)],
      [words.paidWith, method === null ? words.nothingToPay : words.method(method)],
      ...whatFor(payment, words),
    ],
  })
  layout.rule(layout.y)
  layout.y += 20
  layout.write(words.money(amountCents), LEFT, layout.y - 4, { size: 40, weight: 700 })
  writeSum(layout, words, words.price, amountCents - feeCents)
  writeSum(layout, words, words.fee, feeCents)
  writeSum(layout, words, words.total, amountCents, 'large')
  if (refundedCents > 0) {
    writeSum(layout, words, words.refunded, -refundedCents)
    writeSum(layout, words, words.kept, amountCents - refundedCents, 'bold')
  }
  return await layout.finish((page, pages) => ({
    left: `Madruga: ${title}. ${words.zone(timeZone)}`,
    right: words.page(page, pages),
  }))
}

function whatFor({ what }: ReceiptDocument, words: DocumentWords): [string, string][] {
  const thing =
    what.kind === 'subscription' ? words.subscription(what.plan, what.days) : words.days(what.from, what.to)
  return [
    [words.for, thing],
    ...(what.number === null ? [] : [[words.invoiceName, what.number] as [string, string]]),
  ]
}

import { AppError } from '@madruga/core/errors.ts'
import type { AttachFile, LetterFile } from '../../notify.ts'
import { layOutInvoice } from './documents/invoice.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { InvoiceDocument, ReceiptDocument } from './documents/model.ts'
import { writeHead, writeSum } from './documents/parts.ts'
import { LEFT, openPdfLayout } from './documents/pdf-layout.ts'
import { documentWords } from './documents/words.ts'
import type { DocumentWords } from './documents/words.ts'

export type { InvoiceDocument, ReceiptDocument } from './documents/model.ts'

/**
 * Reads what documents are made of, of this driver alone; refuses with `billing.not_found` what is none of
 * theirs.
 */
export type DocumentReaders = {
  readInvoice(driverId: string, number: string): Promise<InvoiceDocument>
  readReceipt(driverId: string, paymentId: string): Promise<ReceiptDocument>
  readLanguage(driverId: string): Promise<Language>
}

/** Papers of money as PDF files. */
export type Documents = {
  /** Refuses with `billing.not_found`. */
  readInvoice(driverId: string, number: string, language?: Language): Promise<LetterFile>
  /** The same; a payment that is not paid has no receipt and is not found either. */
  readReceipt(driverId: string, paymentId: string, language?: Language): Promise<LetterFile>
  /** The invoice with the news of it, the receipt with that of its payment; no file with any other. */
  attach: AttachFile
}

/** Puts it together. Without `language` a document is in the driver's. */
export function createDocuments(readers: DocumentReaders): Documents {
  const languageOf = async (driverId: string, language: Language | undefined) =>
    language ?? (await readers.readLanguage(driverId))
  const documents: Documents = {
    async readInvoice(driverId, number, language) {
      const invoice = await readers.readInvoice(driverId, number)
      const content = await writeInvoicePdf(invoice, await languageOf(driverId, language))
      return fileOf(invoice.number, content)
    },
    async readReceipt(driverId, paymentId, language) {
      const payment = await readers.readReceipt(driverId, paymentId)
      if (payment.paidAt === null) throw new AppError('billing.not_found')
      const content = await writeReceiptPdf(payment, await languageOf(driverId, language))
      return fileOf(payment.reference, content)
    },
    async attach(news, driverId, language) {
      switch (news.kind) {
        case 'invoice_issued':
          return await documents.readInvoice(driverId, news.params.number, language)
        case 'payment_received':
          return await documents.readReceipt(driverId, news.params.paymentId, language)
        default:
          return null
      }
    },
  }
  return documents
}

/**
 * An invoice on Letter paper. The same invoice gives the same bytes: its date is the document's, and nothing
 * else counts.
 */
export async function writeInvoicePdf(invoice: InvoiceDocument, language: Language): Promise<Uint8Array> {
  return await layOutInvoice(invoice, language)
}

/** The receipt of a payment that was paid, likewise. Throws RangeError for one that was not. */
export async function writeReceiptPdf(payment: ReceiptDocument, language: Language): Promise<Uint8Array> {
  return await layOutReceipt(payment, language)
}

function fileOf(name: string, content: Uint8Array): LetterFile {
  return { fileName: `madruga-${name}.pdf`, type: 'application/pdf', content }
}

/**
 * The paper of a payment that was paid: how much, when, with what, for what. Throws RangeError for one that
 * was not.
 */
async function layOutReceipt(payment: ReceiptDocument, language: Language): Promise<Uint8Array> {
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

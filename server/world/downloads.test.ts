import assert from 'node:assert/strict'
import { test } from 'node:test'
import { AppError } from '@madruga/core/errors.ts'
import { createDownloadReaders } from './downloads.ts'

const content = Uint8Array.of(0x25, 0x50, 0x44, 0x46, 0x00, 0xff)
const pdf = (name: string) => ({ fileName: `madruga-${name}.pdf`, type: 'application/pdf', content })
const ANA = { driverId: 'ana' } as never

/** Only what reads papers; Ana has one invoice and one receipt. */
const readers = createDownloadReaders({
  documents: {
    async readInvoice(driverId: string, number: string) {
      if (driverId !== 'ana' || number !== 'M-2026-000012') throw new AppError('billing.not_found')
      return pdf(number)
    },
    readReceipt: async (_driverId: string, id: string) => pdf(id),
  },
} as never)

async function bytesOf(chunks: AsyncIterable<string | Uint8Array>): Promise<Buffer> {
  const all: Buffer[] = []
  for await (const chunk of chunks) all.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(all)
}

test('an invoice and a receipt are saved byte by byte under their own names', async () => {
  const invoice = await readers['invoice.pdf'](ANA, { number: 'M-2026-000012' })
  assert.equal(invoice.fileName, 'madruga-M-2026-000012.pdf')
  assert.deepEqual(await bytesOf(invoice.chunks), Buffer.from(content))
  const receipt = await readers['receipt.pdf'](ANA, { id: 'p1' })
  assert.equal(receipt.fileName, 'madruga-p1.pdf')
  assert.deepEqual(await bytesOf(receipt.chunks), Buffer.from(content))
})

const refused = (error: unknown) => error instanceof AppError && error.code === 'billing.not_found'

test('what is not the driver’s is refused before the first piece', async () => {
  await assert.rejects(
    readers['invoice.pdf']({ driverId: 'eve' } as never, { number: 'M-2026-000012' }),
    refused,
  )
})

import Pdf from 'pdfkit'
import { createPdfWriter } from './pdf-writer.ts'
import { localeOf } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { PdfWriter, Style } from './pdf-writer.ts'

/** US Letter and its margins, points. */
const PAGE = { width: 612, height: 792 }
export const LEFT = 54
export const RIGHT = PAGE.width - 54
const TOP = 54
/** Nothing but the foot stands below it. */
const BOTTOM = PAGE.height - 72

/**
 * Our colours on paper (look.md): amber for what it is, sign green for what is done, black for all that is
 * read.
 */
export const COLORS = {
  amber: '#ffb81c',
  onAmber: '#1b1400',
  sign: '#0b5c46',
  onSign: '#ffffff',
  head: '#e9ebe6',
  rule: '#c6cbc3',
  muted: '#535d63',
} as const

/** A document that is being written from top to bottom. */
export type PdfLayout = PdfWriter & {
  /** Where the next line goes. */
  y: number
  writeRight(text: string, right: number, y: number, style: Style): void
  /** A thin line over the whole width. */
  rule(y: number): void
  fill(x: number, y: number, width: number, height: number, color: string): void
  /** A sign with rounded corners and the line that a road sign has inside its edge. */
  sign(text: string, x: number, y: number, look: { size: number; back: string; front: string }): void
  /** So much room on this page, or a new one that begins with `again`. */
  need(height: number, again?: () => void): void
  /** The file, each page with what `foot` says of it. */
  finish(foot: (page: number, pages: number) => { left: string; right: string }): Promise<Uint8Array>
}

/** What stands in a file's own description. `at`: when the document was made, epoch ms. */
export type DocumentFacts = { title: string; language: Language; at: number }

/** Opens an empty document. */
export function openPdfLayout({ title, language, at }: DocumentFacts): PdfLayout {
  const doc = new Pdf({
    size: [PAGE.width, PAGE.height],
    margin: 0,
    bufferPages: true,
    lang: localeOf(language),
    displayTitle: true,
    // Its name in the file comes of these, so that the same document is the same bytes.
    info: {
      Title: title,
      Author: 'Madruga',
      Creator: 'Madruga',
      Producer: 'Madruga',
      CreationDate: new Date(at),
    },
  })
  const chunks: Buffer[] = []
  const output = new Promise<Uint8Array>((resolve, reject) => {
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Uint8Array.from(Buffer.concat(chunks))))
    doc.on('error', reject)
  })
  const writer = createPdfWriter(doc)
  const layout: PdfLayout = {
    ...writer,
    y: TOP,
    writeRight: (text, right, y, style) => writer.write(text, right - writer.widthOf(text, style), y, style),
    rule: (y) => doc.moveTo(LEFT, y).lineTo(RIGHT, y).lineWidth(0.75).stroke(COLORS.rule),
    fill: (x, y, width, height, color) => doc.rect(x, y, width, height).fill(color),
    sign(text, x, y, { size, back, front }) {
      const width = writer.widthOf(text, { size, weight: 700 }) + size * 1.6
      const height = size * 1.9
      doc.roundedRect(x, y, width, height, size * 0.4).fill(back)
      const inset = Math.max(2, size * 0.12)
      doc
        .roundedRect(x + inset, y + inset, width - 2 * inset, height - 2 * inset, size * 0.3)
        .lineWidth(inset / 2)
        .stroke(front)
      writer.write(text, x + size * 0.8, y + size * 0.42, { size, weight: 700, color: front })
    },
    need(height, again) {
      if (layout.y + height <= BOTTOM) return
      doc.addPage()
      layout.y = TOP
      again?.()
    },
    async finish(foot) {
      const { count } = doc.bufferedPageRange()
      for (let page = 0; page < count; page++) {
        doc.switchToPage(page)
        const { left, right } = foot(page + 1, count)
        const style: Style = { size: 8.5, color: COLORS.muted }
        layout.rule(BOTTOM + 16)
        writer.write(left, LEFT, BOTTOM + 24, style)
        layout.writeRight(right, RIGHT, BOTTOM + 24, style)
      }
      doc.end()
      return await output
    },
  }
  return layout
}

import { romanize } from '../../../kit/romanize.ts'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inflateSync } from 'node:zlib'

/** Stands, to be seen, for what has no letters in any writing. */
const UNKNOWN = '?'
/** What of pdfkit's fonts its types do not tell. */
type OpenFont = { _font: { font: { hasGlyphForCodePoint(codePoint: number): boolean } } }

/** How a text looks; sizes in points. */
export type Style = { size: number; weight?: Weight; color?: string }

/** Writes texts of any letters on a document, one line each. */
export type PdfWriter = {
  widthOf(text: string, style: Style): number
  /** `x` is the left end, `y` the top. */
  write(text: string, x: number, y: number, style: Style): void
  /** The text in lines no wider than `width`, broken at spaces, and within a word that is wider alone. */
  wrap(text: string, width: number, style: Style): string[]
}

const INK = '#000000'
/**
 * Sums stand under each other: their figures are all as wide. Other texts are shaped once and remembered,
 * which pdfkit does without features.
 */
const SUM = /^−?\$[\d,.]+$/

/** Features that are switched off, which the types of pdfkit do not know. */
const UNPLACED = { features: { mark: false, mkmk: false } } as unknown as PDFKit.Mixins.TextOptions

/** The fonts of a document, each registered once it is needed. */
type Fonts = {
  open(subset: Subset, weight: Weight): PDFKit.PDFDocument
  /** The piece that has a letter; null = none. */
  subsetOf(character: string, weight: Weight): Subset | null
}

function openFonts(doc: PDFKit.PDFDocument): Fonts {
  const fontNames = new Set<string>()
  const open = (subset: Subset, weight: Weight): PDFKit.PDFDocument => {
    const name = `${subset} ${weight}`
    if (!fontNames.has(name)) doc.registerFont(name, loadFont(subset, weight))
    fontNames.add(name)
    return doc.font(name)
  }
  const subsets = new Map<string, Subset | null>()
  const subsetOf = (character: string, weight: Weight): Subset | null => {
    const key = `${weight}${character}`
    const before = subsets.get(key)
    if (before !== undefined) return before
    const match = SUBSETS.find((subset) => {
      const { _font: opened } = open(subset, weight) as unknown as OpenFont
      return opened.font.hasGlyphForCodePoint(character.codePointAt(0)!)
    })
    subsets.set(key, match ?? null)
    return match ?? null
  }
  return { open, subsetOf }
}

/** Creates the writer of this document. */
export function createPdfWriter(doc: PDFKit.PDFDocument): PdfWriter {
  const { open, subsetOf } = openFonts(doc)
  /** Texts on which fontkit stumbles over a mark without an anchor: their marks stand where they fall. */
  const oddTexts = new Set<string>()
  const optionsOf = (text: string): PDFKit.Mixins.TextOptions => {
    if (oddTexts.has(text)) return UNPLACED
    return SUM.test(text) ? { features: ['tnum'] } : {}
  }
  /**
   * The text in letters that we have, and Latin ones for others: fonts of every writing would weigh tens of
   * megabytes, and an empty box names nobody.
   */
  const spell = (text: string, weight: Weight): string =>
    romanize(clean(text), (character) => subsetOf(character, weight) !== null, UNKNOWN).trim()
  /** The text by the piece that has its letters. */
  const runsOf = (text: string, weight: Weight): { subset: Subset; text: string }[] => {
    const runs: { subset: Subset; text: string }[] = []
    for (const character of spell(text, weight)) {
      const subset = subsetOf(character, weight) ?? 'latin'
      const last = runs.at(-1)
      if (last?.subset === subset) last.text += character
      else runs.push({ subset, text: character })
    }
    return runs
  }
  const measure = (run: { subset: Subset; text: string }, { size, weight = 400 }: Style): number => {
    const font = open(run.subset, weight).fontSize(size)
    try {
      return font.widthOfString(run.text, optionsOf(run.text))
    } catch (error) {
      if (!(error instanceof TypeError) || oddTexts.has(run.text)) throw error
      oddTexts.add(run.text)
      return font.widthOfString(run.text, optionsOf(run.text))
    }
  }
  const writer: PdfWriter = {
    widthOf: (text, style) =>
      runsOf(text, style.weight ?? 400).reduce((sum, run) => sum + measure(run, style), 0),
    write(text, x, y, style) {
      let at = x
      for (const run of runsOf(text, style.weight ?? 400)) {
        const width = measure(run, style)
        doc.fillColor(style.color ?? INK).text(run.text, at, y, { lineBreak: false, ...optionsOf(run.text) })
        at += width
      }
    },
    wrap(text, width, style) {
      const lines: string[] = []
      let line = ''
      const breakWord = (word: string): { text: string; joined: boolean }[] =>
        writer.widthOf(word, style) <= width
          ? [{ text: word, joined: false }]
          : [...word].map((letter, index) => ({ text: letter, joined: index > 0 }))
      for (const piece of spell(text, style.weight ?? 400)
        .split(' ')
        .flatMap(breakWord)) {
        const longer = line === '' ? piece.text : `${line}${piece.joined ? '' : ' '}${piece.text}`
        if (line !== '' && writer.widthOf(longer, style) > width) {
          lines.push(line)
          line = piece.text
        } else line = longer
      }
      return [...lines, line]
    },
  }
  return writer
}

/** In one line, letters and their marks as one, and nothing that cannot be seen. */
function clean(text: string): string {
  return text.normalize('NFC').replace(/\s+/gu, ' ').replace(/\p{C}/gu, '')
}

/** The pieces that our letters come in, the likeliest first. */
const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic'] as const
type Subset = (typeof SUBSETS)[number]
type Weight = 400 | 700

const FOLDER = path.dirname(createRequire(import.meta.url).resolve('@fontsource/overpass/package.json'))
const fonts = new Map<string, Buffer>()

/** One piece of Overpass, read once a process; about 60 KB. */
function loadFont(subset: Subset, weight: Weight): Buffer {
  const name = `overpass-${subset}-${weight}-normal.woff`
  const font = fonts.get(name) ?? unpackWoff(readFileSync(path.join(FOLDER, 'files', name)))
  fonts.set(name, font)
  return font
}

const WOFF = { head: 44, entry: 20 }
const SFNT = { head: 12, entry: 16 }

/**
 * The font inside a WOFF file (www.w3.org/TR/WOFF). pdfkit takes WOFF too, but inflates its tables by script,
 * again for every document: that takes ten times as long.
 */
function unpackWoff(woff: Buffer): Buffer {
  const count = woff.readUInt16BE(12)
  const power = 2 ** Math.floor(Math.log2(count))
  const head = Buffer.alloc(SFNT.head + count * SFNT.entry)
  woff.copy(head, 0, 4, 8)
  for (const [at, value] of [count, power * 16, Math.log2(power), (count - power) * 16].entries())
    head.writeUInt16BE(value, 4 + at * 2)
  const tables: Buffer[] = []
  let offset = head.length
  for (let index = 0; index < count; index++) {
    const entry = WOFF.head + index * WOFF.entry
    const [from, packedLength, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(from, from + packedLength)
    // Tables begin at every fourth byte.
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packedLength < length ? inflateSync(bytes) : bytes).copy(table)
    const at = SFNT.head + index * SFNT.entry
    woff.copy(head, at, entry, entry + 4)
    woff.copy(head, at + 4, entry + 16, entry + 20)
    head.writeUInt32BE(offset, at + 8)
    head.writeUInt32BE(length, at + 12)
    tables.push(table)
    offset += table.length
  }
  return Buffer.concat([head, ...tables])
}

import { inflateSync } from 'node:zlib'

/** One piece of text as it stands on a page; `y` counts from the top, points. */
type Written = { text: string; x: number; y: number; width: number }
/** A PDF as its reader sees it. */
export type ReadPdf = {
  title: string
  language: string
  createdAt: string
  /** Each page's lines from top to bottom, what stands on one line joined by ` | `. */
  pages: string[][]
  /** Where everything stands, by page. */
  written: Written[][]
}

/** A part of the file: what stands between `obj` and `endobj`, and the bytes of its stream. */
type Part = { head: string; stream: Buffer | null }

/**
 * Reads what our own PDFs say, as a program does: objects, content streams, letters by the `ToUnicode` table
 * of each font. It knows what pdfkit writes and no more; anything else throws.
 */
export function readPdf(bytes: Uint8Array): ReadPdf {
  const file = Buffer.from(bytes).toString('latin1')
  if (!file.startsWith('%PDF-') || !file.trimEnd().endsWith('%%EOF')) throw new Error('no whole PDF')
  const parts = readParts(file)
  const all = [...parts.values()].map(({ head }) => head)
  const catalog = all.find((head) => head.includes('/Type /Catalog')) ?? ''
  const kids = /\/Kids \[([^\]]*)\]/.exec(all.find((head) => head.includes('/Type /Pages')) ?? '')?.[1] ?? ''
  const info = partOf(parts, reference(/\/Info (\d+) 0 R/, file)).head
  const fact = (name: string): string =>
    readText(partOf(parts, reference(new RegExp(`/${name} (\\d+) 0 R`), info)).head)
  const written = [...kids.matchAll(/(\d+) 0 R/g)].map(([, id]) => readPage(parts, Number(id)))
  return {
    title: fact('Title'),
    language: /\/Lang \(([^)]*)\)/.exec(catalog)?.[1] ?? '',
    createdAt: fact('CreationDate'),
    pages: written.map(linesOf),
    written,
  }
}

function readParts(file: string): Map<number, Part> {
  const parts = new Map<number, Part>()
  for (const [, id, body = ''] of file.matchAll(/(?:^|\n)(\d+) 0 obj\n(.*?)\nendobj/gs)) {
    const [, head = body, raw] = /^(.*?)\nstream\n(.*)\nendstream$/s.exec(body) ?? []
    const bytes = raw === undefined ? null : Buffer.from(raw, 'latin1')
    const stream = bytes && head.includes('/FlateDecode') ? inflateSync(bytes) : bytes
    parts.set(Number(id), { head, stream })
  }
  return parts
}

function partOf(parts: Map<number, Part>, id: number): Part {
  const part = parts.get(id)
  if (part === undefined) throw new Error(`no object ${id}`)
  return part
}

function reference(pattern: RegExp, text: string): number {
  const id = pattern.exec(text)?.[1]
  if (id === undefined) throw new Error(`no ${pattern.source}`)
  return Number(id)
}

function readPage(parts: Map<number, Part>, id: number): Written[] {
  const page = partOf(parts, id).head
  const height = Number(/\/MediaBox \[0 0 \S+ ([\d.]+)\]/.exec(page)?.[1])
  const resources = partOf(parts, reference(/\/Resources (\d+) 0 R/, page)).head
  const fonts = new Map(
    [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)].map(([, name = '', font]) => [
      name,
      readFont(parts, partOf(parts, Number(font)).head),
    ]),
  )
  const content = partOf(parts, reference(/\/Contents (\d+) 0 R/, page)).stream?.toString('latin1') ?? ''
  return [...content.matchAll(/BT\n(.*?)\nET/gs)].map(([, block = '']) => {
    const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? []
    const [, name = '', size] = /\/(F\d+) (\S+) Tf/.exec(block) ?? []
    const font = fonts.get(name)
    if (font === undefined) throw new Error(`no font ${name}`)
    const codes = [...block.matchAll(/<([0-9a-f]*)>/g)]
      .flatMap(([, hex = '']) => hex.match(/.{4}/g) ?? [])
      .map((code) => parseInt(code, 16))
    const width = codes.reduce((sum, code) => sum + (font.widths[code] ?? 0), 0)
    return {
      text: codes.map((code) => font.letters.get(code) ?? '').join(''),
      x: Number(x),
      y: height - Number(y),
      width: (width / 1_000) * Number(size),
    }
  })
}

type Font = { letters: Map<number, string>; widths: number[] }

function readFont(parts: Map<number, Part>, font: string): Font {
  const below = partOf(parts, reference(/\/DescendantFonts \[(\d+) 0 R\]/, font)).head
  const widths = /\/W \[0 \[([^\]]*)\]/.exec(below)?.[1]?.trim().split(/\s+/).map(Number) ?? []
  return { letters: readLetters(parts, font), widths }
}

/** What each code of a font stands for. */
function readLetters(parts: Map<number, Part>, font: string): Map<number, string> {
  const table = partOf(parts, reference(/\/ToUnicode (\d+) 0 R/, font)).stream?.toString('latin1') ?? ''
  const letters = new Map<number, string>()
  for (const [, first = '', list = ''] of table.matchAll(/<([0-9a-f]+)> <[0-9a-f]+> \[([^\]]*)\]/g))
    for (const [index, [, hex = '']] of [...list.matchAll(/<([0-9a-f ]*)>/g)].entries())
      letters.set(parseInt(first, 16) + index, readUtf16(hex.replaceAll(' ', '')))
  return letters
}

function readUtf16(hex: string): string {
  return Buffer.from(hex, 'hex').swap16().toString('utf16le')
}

/** A text of the file: Latin, or UTF-16 with its mark before it. */
function readText(raw: string): string {
  const plain = raw.slice(1, -1).replaceAll(/\\([()\\])/g, '$1')
  return plain.startsWith('þÿ') ? readUtf16(Buffer.from(plain.slice(2), 'latin1').toString('hex')) : plain
}

/** Pieces that stand on one line are one, from left to right; those that touch are one word. */
function linesOf(written: readonly Written[]): string[] {
  const lines = new Map<number, Written[]>()
  for (const one of written) {
    const at = [...lines.keys()].find((y) => Math.abs(y - one.y) < 2) ?? one.y
    lines.set(at, [...(lines.get(at) ?? []), one])
  }
  return [...lines]
    .toSorted(([one], [other]) => one - other)
    .map(([, pieces]) => {
      const ordered = pieces.toSorted((one, other) => one.x - other.x)
      return ordered
        .map(({ text, x }, index) => {
          const before = ordered[index - 1]
          return before === undefined || x - before.x - before.width < 3 ? text : ` | ${text}`
        })
        .join('')
    })
}

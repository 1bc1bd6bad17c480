import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { inflateSync } from 'node:zlib'

/** The pieces that our letters come in, the likeliest first. */
export const SUBSETS = ['latin', 'latin-ext', 'vietnamese', 'cyrillic'] as const
export type Subset = (typeof SUBSETS)[number]
export type Weight = 400 | 700

const FOLDER = path.dirname(createRequire(import.meta.url).resolve('@fontsource/overpass/package.json'))
const loaded = new Map<string, Buffer>()

/** One piece of Overpass, read once a process; about 60 KB. */
export function loadFont(subset: Subset, weight: Weight): Buffer {
  const name = `overpass-${subset}-${weight}-normal.woff`
  const font = loaded.get(name) ?? unpackWoff(readFileSync(path.join(FOLDER, 'files', name)))
  loaded.set(name, font)
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
    const [from, packed, length] = [4, 8, 12].map((at) => woff.readUInt32BE(entry + at)) as [
      number,
      number,
      number,
    ]
    const bytes = woff.subarray(from, from + packed)
    // Tables begin at every fourth byte.
    const table = Buffer.alloc(Math.ceil(length / 4) * 4)
    ;(packed < length ? inflateSync(bytes) : bytes).copy(table)
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

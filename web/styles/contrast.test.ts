import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'

const [day, night] = readFileSync(path.join(import.meta.dirname, 'tokens.css'), 'utf8')
  .split("[data-theme='dark']")
  .map(
    (part) =>
      new Map([...part.matchAll(/--([\w-]+):\s*(#[0-9a-f]{3,6});/g)].map(([, name, value]) => [name, value])),
  )

for (const [theme, tokens] of [
  ['light', day!],
  ['dark', night!],
] as const) {
  test(`the edge of a secondary button stands out from every surface, and its text from it: ${theme}`, () => {
    for (const surface of ['bg', 'surface', 'surface-2']) {
      assert.ok(contrast(tokens.get('edge')!, tokens.get(surface)!) >= 3, `edge on ${surface}`)
      for (const ink of ['text', 'muted', 'amber-text', 'red', 'green'])
        assert.ok(contrast(tokens.get(ink)!, tokens.get(surface)!) >= 4.5, `${ink} on ${surface}`)
    }
  })
}

/** The contrast ratio of two colors, as WCAG 2.2 defines it. */
function contrast(a: string, b: string): number {
  const [dark, bright] = [luminance(a), luminance(b)].toSorted((x, y) => x - y)
  return (bright! + 0.05) / (dark! + 0.05)
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[0-9a-f]/g, '$&$&') : hex
  const [r, g, b] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(long.slice(at, at + 2), 16) / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r! + 0.7152 * g! + 0.0722 * b!
}

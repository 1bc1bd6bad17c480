import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { manifestOf, readPages } from './pages-build.ts'
import { SCREENS } from './screens/table.ts'

const PUBLIC = path.join(import.meta.dirname, 'public')
type Picture = { src: string; sizes: string }
type Manifest = {
  lang: string
  icons: Picture[]
  screenshots: (Picture & { label: string; form_factor: string })[]
  shortcuts: { name: string; url: string; icons: Picture[] }[]
}
const MANIFESTS: Manifest[] = (await readPages()).map(([language, texts]) => manifestOf(language, texts))

test('the pictures of the app are in the language of its manifest, where it has some', () => {
  for (const name of ['screenshot-phone', 'screenshot-desktop'])
    assert.notDeepEqual(bytesOf(`${name}.png`), bytesOf(`${name}.es.png`), name)
})

test('every shortcut leads to a screen, and every picture is there in the size that is said', () => {
  for (const { icons, lang, screenshots, shortcuts } of MANIFESTS) {
    for (const { url } of shortcuts) assert.ok(url.replace('./#/', '') in SCREENS, url)
    const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
    for (const { src, sizes } of pictures) {
      const own = path.join(PUBLIC, src)
      const file = existsSync(own) ? own : own.replace(`.${lang}.`, '.')
      assert.ok(existsSync(file), src)
      if (src.endsWith('.png')) assert.equal(sizeOf(readFileSync(file)), sizes, src)
    }
  }
})

function bytesOf(src: string): Buffer {
  return readFileSync(path.join(PUBLIC, src))
}

/** Width and height of a PNG, from its first chunk. */
function sizeOf(png: Buffer): string {
  return `${png.readUInt32BE(16)}x${png.readUInt32BE(20)}`
}

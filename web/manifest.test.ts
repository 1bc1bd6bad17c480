import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { SCREENS } from './screens/table.ts'

const PUBLIC = path.join(import.meta.dirname, 'public')
type Picture = { src: string; sizes: string }
type Manifest = {
  description: string
  lang: string
  icons: Picture[]
  screenshots: (Picture & { label: string; form_factor: string })[]
  shortcuts: { name: string; url: string; icons: Picture[] }[]
}
const read = (name: string) => JSON.parse(readFileSync(path.join(PUBLIC, name), 'utf8')) as Manifest
const MANIFESTS = { en: read('manifest.webmanifest'), es: read('manifest.es.webmanifest') }

/** What a manifest has besides its texts. */
function withoutTexts(manifest: Manifest) {
  const { shortcuts, screenshots, ...rest } = manifest
  return {
    ...rest,
    description: null,
    lang: null,
    shortcuts: shortcuts.map(({ url, icons }) => ({ url, icons })),
    screenshots: screenshots.map(({ sizes, form_factor }) => ({ sizes, form_factor })),
  }
}

test('the installed app is the same one in both languages, but for its texts', () => {
  assert.deepEqual(withoutTexts(MANIFESTS.es), withoutTexts(MANIFESTS.en))
  assert.notEqual(MANIFESTS.es.description, MANIFESTS.en.description)
})

test('the pictures of the app are in the language of its manifest', () => {
  const [en, es] = [MANIFESTS.en, MANIFESTS.es].map(({ screenshots }) => screenshots.map(({ src }) => src))
  assert.deepEqual(
    es,
    en!.map((src) => src.replace('.png', '.es.png')),
  )
  for (const [index, src] of en!.entries()) assert.notDeepEqual(bytesOf(src), bytesOf(es![index]!), src)
})

test('every shortcut leads to a screen, and every picture is there in the size that is said', () => {
  for (const { icons, screenshots, shortcuts } of Object.values(MANIFESTS)) {
    for (const { url } of shortcuts) assert.ok(url.replace('./#/', '') in SCREENS, url)
    const pictures = [...icons, ...screenshots, ...shortcuts.flatMap((shortcut) => shortcut.icons)]
    for (const { src, sizes } of pictures) {
      const file = path.join(PUBLIC, src)
      assert.ok(existsSync(file), src)
      if (src.endsWith('.png')) assert.equal(sizeOf(bytesOf(src)), sizes, src)
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

import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { launchBrowser } from './browser.ts'

/**
 * Renders the PNG icons of the installed app and of the phone projects from their SVGs: `sh scripts/node
 * e2e/icons.ts`. Phones do not support SVG.
 */
const folder = path.join(import.meta.dirname, '../web/public')
const ICONS: [file: string, source: string, size: number][] = [
  ['icon-192.png', 'icon.svg', 192],
  ['icon-512.png', 'icon.svg', 512],
  ['icon-maskable-512.png', 'icon-maskable.svg', 512],
  ['apple-touch-icon.png', 'icon-maskable.svg', 180],
  // Android shows only a badge's outline.
  ['badge.png', 'badge.svg', 96],
]

/** The night color of the tokens, as the background of opaque icons. */
const NIGHT = '#0c0f11'
/**
 * The share of the shorter side that the drawing takes: a launcher crops a foreground's edge, a splash has
 * room.
 */
const SHARES = { foreground: 0.66, splash: 0.24 }

const browser = await launchBrowser()
for (const [file, source, size] of ICONS) {
  await draw(path.join(folder, file), { source, width: size, height: size })
}
// The phone projects: every generated picture is rendered again at its size.
for (const file of globSync('../phone/**/*.png', { cwd: folder })) {
  const [width, height] = sizeOf(path.join(folder, file))
  const name = path.basename(file)
  const share = name.startsWith('splash')
    ? SHARES.splash
    : name.includes('foreground')
      ? SHARES.foreground
      : 1
  const square = name.startsWith('splash') || name.startsWith('AppIcon')
  const source = name.startsWith('AppIcon') ? 'icon-maskable.svg' : 'icon.svg'
  await draw(path.join(folder, file), { source, width, height, share, ...(square && { behind: NIGHT }) })
}
await browser.close()

type Drawing = { source: string; width: number; height: number; share?: number; behind?: string }

async function draw(file: string, { source, width, height, share = 1, behind }: Drawing): Promise<void> {
  const page = await browser.newPage({ viewport: { width, height } })
  const side = Math.round(Math.min(width, height) * share)
  const svg = readFileSync(path.join(folder, source), 'utf8')
  const look = `body{margin:0;height:100vh;display:grid;place-items:center;background:${behind ?? 'transparent'}}svg{display:block}`
  await page.setContent(
    `<style>${look}</style>${svg.replace('<svg ', `<svg width="${side}" height="${side}" `)}`,
  )
  await page.screenshot({ path: file, omitBackground: behind === undefined })
  await page.close()
}

/** Width and height of a PNG, from its header. */
function sizeOf(file: string): [number, number] {
  const bytes = readFileSync(file)
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)]
}

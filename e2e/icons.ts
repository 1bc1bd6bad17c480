import { readFileSync } from 'node:fs'
import path from 'node:path'
import { launchBrowser } from './browser.ts'

/**
 * Renders the PNG icons of the installed app from their SVGs: `sh scripts/node e2e/icons.ts`. Phones do not
 * support SVG.
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

const browser = await launchBrowser()
for (const [file, source, size] of ICONS) {
  const page = await browser.newPage({ viewport: { width: size, height: size } })
  const svg = readFileSync(path.join(folder, source), 'utf8')
  await page.setContent(
    `<style>body{margin:0}svg{display:block}</style>${svg.replace('<svg ', `<svg width="${size}" height="${size}" `)}`,
  )
  await page.screenshot({ path: path.join(folder, file), omitBackground: true })
  await page.close()
}
await browser.close()

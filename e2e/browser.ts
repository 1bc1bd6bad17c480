import { execFile } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  lchownSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { Browser, BrowserContext, LaunchOptions, Page } from 'playwright-core'
import { findPorts } from '@madruga/server/kit/ports.ts'

/** Of each headless browser of the tests and benchmarks. */
export const BROWSER_FLAGS = [
  '--headless',
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
]

/** A browser's program, and the environment that it runs in. */
export type BrowserProgram = { executablePath: string; env: Record<string, string> }

/** Makes the package unpack the libraries that a bare machine lacks, as on the platform of its variable. */
const UNPACKS_LIBRARIES = { AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' }
/** The packed fonts alone: the package's own file names folders that any user of the machine can make. */
const FONTS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir prefix="relative">fonts</dir><cachedir prefix="xdg">fonts-cache</cachedir></fontconfig>
`
const UNPACK = "await (await import('@sparticuz/chromium')).default.executablePath()"

/**
 * The browser for tests: the one that CHROMIUM_PATH names, else the one of e2e/package.json (x64 Linux).
 * That is unpacked into this project's own cache on first use, where no other user can place a program.
 */
export async function findBrowser(): Promise<BrowserProgram> {
  const env = { ...process.env } as Record<string, string>
  const chosen = process.env.CHROMIUM_PATH
  if (chosen) {
    if (!existsSync(chosen)) throw new Error(`CHROMIUM_PATH: there is no ${chosen}`)
    return { executablePath: chosen, env }
  }
  const packageFile = path.join(import.meta.dirname, 'node_modules/@sparticuz/chromium/package.json')
  if (!existsSync(packageFile))
    throw new Error('There is no browser for the tests. Run: npm ci --prefix e2e, or set CHROMIUM_PATH')
  const { version } = JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }
  const folder = path.join(import.meta.dirname, 'node_modules/.cache', `chromium-${version}`)
  if (!existsSync(folder)) await unpackBrowser(folder)
  requireOwn(folder)
  const libraries = [path.join(folder, 'al2023/lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  const fonts = { FONTCONFIG_PATH: path.join(folder, 'fonts'), XDG_CACHE_HOME: folder }
  return {
    executablePath: path.join(folder, 'chromium'),
    env: { ...env, ...fonts, LD_LIBRARY_PATH: libraries },
  }
}

/** Unpacks the browser; `folder` exists only once it is complete. */
async function unpackBrowser(folder: string): Promise<void> {
  mkdirSync(path.dirname(folder), { recursive: true })
  const unpacked = mkdtempSync(`${folder}-`)
  // The package unpacks to the temporary folder, and changes the environment of its process.
  const env = { ...process.env, ...UNPACKS_LIBRARIES, TMPDIR: unpacked }
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', UNPACK], {
    cwd: import.meta.dirname,
    env,
  })
  writeFileSync(path.join(unpacked, 'fonts/fonts.conf'), FONTS)
  for (const each of listAll(unpacked)) {
    // The archives name owners of their own, which root restores.
    if (process.getuid?.() === 0) lchownSync(each, 0, 0)
    if (lstatSync(each).isDirectory()) chmodSync(each, 0o755)
  }
  chmodSync(path.join(unpacked, 'chromium'), 0o755)
  try {
    renameSync(unpacked, folder)
  } catch (error) {
    // Another process was first.
    if (!existsSync(folder)) throw error
    rmSync(unpacked, { recursive: true })
  }
}

/** Throws unless everything belongs to us, root or the owner of the installation, and others cannot write. */
function requireOwn(folder: string): void {
  const owners = [process.getuid?.(), 0, statSync(import.meta.dirname).uid]
  for (const each of listAll(folder)) {
    const { uid, mode } = statSync(each)
    if (!owners.includes(uid) || (mode & 0o022) !== 0)
      throw new Error(`Another user could have changed ${each}. Delete ${folder}: it is made again`)
  }
}

/** The folder and everything in it. */
function listAll(folder: string): string[] {
  const inside = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  return [folder, ...inside.map((name) => path.join(folder, name))]
}

/** A running headless browser; the caller closes it. */
export async function launchBrowser(options: LaunchOptions = {}): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  const { args = [], ...others } = options
  return chromium.launch({ ...(await findBrowser()), ...others, args: [...BROWSER_FLAGS, ...args] })
}

/** How long a step of a journey may take, ms: one took over half a minute beside thirteen tasks. */
export function stepLimit(): number {
  return 60_000 * Number(process.env.TEST_SLOWNESS ?? 1)
}

/**
 * A browser whose window can be hidden: playwright keeps the pages of its own contexts visible, and leaves
 * those of a browser that it only connects to alone. `show` minimizes and restores the window of a page.
 */
export async function launchWindow(): Promise<{
  context: BrowserContext
  show: (page: Page, windowState: 'minimized' | 'normal') => Promise<void>
  close: () => Promise<void>
}> {
  const { chromium } = await import('playwright-core')
  const [port] = await findPorts(1)
  const browser = await launchBrowser({ args: [`--remote-debugging-port=${port}`] })
  const guest = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
  const context = guest.contexts()[0]!
  context.setDefaultTimeout(stepLimit())
  return {
    context,
    async show(page, windowState) {
      const cdp = await context.newCDPSession(page)
      const { windowId } = await cdp.send('Browser.getWindowForTarget')
      await cdp.send('Browser.setWindowBounds', { windowId, bounds: { windowState } })
      await cdp.detach()
    },
    async close() {
      await guest.close()
      await browser.close()
    },
  }
}

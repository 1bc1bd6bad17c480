import { existsSync } from 'node:fs'
import type { Browser, BrowserContext, Page } from 'playwright-core'
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

/**
 * The browser for tests: CHROMIUM_PATH, else a system Chromium or Chrome, else the one of
 * e2e/package.json (x64 Linux).
 */
export async function findBrowser(): Promise<string> {
  for (const path of [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/google-chrome'])
    if (path && existsSync(path)) return path
  // Makes the package unpack the libraries that a bare machine lacks, as on the platform that it is named
  // after.
  process.env.AWS_LAMBDA_JS_RUNTIME ??= 'nodejs22.x'
  const packed = await import('@sparticuz/chromium').catch(() => null)
  if (packed === null)
    throw new Error('There is no browser for the tests. Run: npm ci --prefix e2e, or set CHROMIUM_PATH')
  return packed.default.executablePath()
}

/** A running headless browser; the caller closes it. */
export async function launchBrowser(): Promise<Browser> {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath: await findBrowser(), args: BROWSER_FLAGS })
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
  const args = [...BROWSER_FLAGS, `--remote-debugging-port=${port}`]
  const browser = await chromium.launch({ executablePath: await findBrowser(), args })
  const guest = await chromium.connectOverCDP(`http://127.0.0.1:${port}`, { noDefaults: true })
  const context = guest.contexts()[0]!
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

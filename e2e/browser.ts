import { existsSync } from 'node:fs'
import type { Browser } from 'playwright-core'

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

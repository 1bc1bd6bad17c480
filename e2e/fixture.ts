import { after } from 'node:test'
import type { Browser } from 'playwright-core'
import { launchBrowser } from './browser.ts'
import { startProduct, type Product } from './product.ts'

/** The product and a browser for every test of a file; both end with it. */
export async function startFixture(
  options: Parameters<typeof startProduct>[0] = {},
): Promise<{ product: Product; browser: Browser }> {
  const [product, browser] = await Promise.all([startProduct(options), launchBrowser()])
  after(async () => {
    await browser.close()
    await product.stop()
  })
  return { product, browser }
}

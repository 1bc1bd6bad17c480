import type { Locator, Page } from 'playwright-core'

/** Keys that a person types in a second on a phone, at 60 words a minute. */
const KEYS_PER_SECOND = 5

/** What a person had to do, and what was refused to them. */
export type Effort = { taps: number; fields: number; refusals: string[]; seconds: number }

/**
 * A person at a page: every press counts as a tap, every field filled counts as a field, and every request
 * that the server refused is noted. `next` is the key that a phone's keyboard shows for the next field.
 */
export function createHand(page: Page) {
  const startedAt = performance.now()
  const effort = { taps: 0, fields: 0, refusals: [] as string[] }
  page.on('response', (response) => {
    const { pathname } = new URL(response.url())
    if (pathname.startsWith('/api/') && response.status() >= 400)
      effort.refusals.push(`${response.status()} ${pathname}`)
  })
  return {
    async tap(target: Locator): Promise<void> {
      effort.taps += 1
      await target.click()
    },
    /** Types into the field that has the focus. */
    async type(text: string): Promise<void> {
      effort.fields += 1
      await page.keyboard.type(text, { delay: 1000 / KEYS_PER_SECOND })
    },
    async next(): Promise<void> {
      do await page.keyboard.press('Tab')
      while (await page.evaluate(`document.activeElement.tagName !== 'INPUT'`))
    },
    read: (): Effort => ({ ...effort, seconds: Math.round((performance.now() - startedAt) / 1000) }),
  }
}

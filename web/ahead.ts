import type { Language } from '@madruga/core/languages.ts'
import { recallDriver } from './driver.ts'
import { firstLanguage } from './i18n.ts'

/** `ahead.json`: files of the build by who needs them. */
export type Ahead = Record<'screens' | 'console' | Language, string[]>

/**
 * Fetches the files of the other screens, one after the other, each when the page has nothing else to do,
 * unless the driver saves data; the console's only for operators. Their code runs when a screen is opened: a
 * page that evaluates them meanwhile would stutter under the driver's finger.
 */
export async function fetchAhead(): Promise<void> {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  if (connection?.saveData) return
  const list = await fetch('./ahead.json')
  const ahead = (await list.json()) as Ahead
  const isOperator = recallDriver()?.role === 'operator'
  for (const file of [...ahead[firstLanguage()], ...ahead.screens, ...(isOperator ? ahead.console : [])]) {
    await idle()
    // A file that cannot be fetched now is fetched when its screen is opened.
    await fetch(`./${file}`, { priority: 'low' })
      .then((part) => part.arrayBuffer())
      .catch(() => {})
  }
  performance.mark('screens fetched')
}

/** Waits until the browser has time, at most two seconds. */
function idle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve(), { timeout: 2_000 })
    else setTimeout(resolve, 50)
  })
}

import type { DownloadName, DownloadQuery } from '@madruga/core/contract.ts'
import { shownDriver } from './driver.ts'

/**
 * The address of a download of the driver whom the page shows; a link with `download` opens it. Undefined
 * values are omitted.
 */
export function downloadAddress<N extends DownloadName>(
  name: N,
  query: Partial<DownloadQuery<N>> = {},
): string {
  const pairs = Object.entries({ ...query, as: shownDriver() }).filter(
    (pair): pair is [string, string] => typeof pair[1] === 'string',
  )
  const search = new URLSearchParams(pairs).toString()
  return `/api/downloads/${name}${search === '' ? '' : `?${search}`}`
}

import type { DownloadName, DownloadQuery } from '@madruga/core/contract.ts'

/** The address of a download; a link with `download` opens it. Undefined values are omitted. */
export function downloadAddress<N extends DownloadName>(
  name: N,
  query: Partial<DownloadQuery<N>> = {},
): string {
  const given = Object.entries(query).filter((pair): pair is [string, string] => typeof pair[1] === 'string')
  const search = new URLSearchParams(given).toString()
  return `/api/downloads/${name}${search === '' ? '' : `?${search}`}`
}

import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DOWNLOADS_PATH, downloads } from '@madruga/core/contract.ts'
import type { DownloadName, DownloadQuery } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Call } from './call.ts'
import type { Guard } from './guard.ts'
import type { Member, Operator } from '../module.ts'

/** A download: its file name on the driver's device, and its content piece by piece. */
export type Download = { fileName: string; chunks: AsyncIterable<string | Uint8Array> }
type WhoOf<N extends DownloadName> = (typeof downloads)[N] extends { access: 'operator' } ? Operator : Member

/** The reader of each download; refuses with `AppError` before the first piece, never after. */
export type Downloads = {
  [N in DownloadName]: (who: WhoOf<N>, query: DownloadQuery<N>) => Promise<Download>
}

/** Streams a download to its own driver or to an operator, at the reader's speed. */
export function createDownloads(guard: Guard, readers: Downloads): (call: Call) => Promise<void> {
  return async (call) => {
    const { request, response, path } = call
    const name = path.slice(DOWNLOADS_PATH.length)
    if (request.method !== 'GET' || !isDownload(name)) throw new AppError('request.not_found')
    call.operation = `downloads.${name}`
    // A session that cannot be read is not the request's fault.
    call.stage = 'running'
    const access = name === 'operator.csv' ? downloads[name].access : 'driver'
    const who = (await guard({ access, whileSuspended: true, stepUp: false }, call)) as Operator
    const given = new URL(request.url ?? '/', 'http://any').searchParams
    const query = downloads[name].query.safeParse(Object.fromEntries(given))
    if (!query.success) throw new AppError('request.invalid')
    const { fileName, chunks } = await readers[name](who, query.data as never)
    response.writeHead(200, {
      'Content-Type': downloads[name].type,
      'Content-Disposition': `attachment; filename="${fileName}"`,
      'Cache-Control': 'no-store',
    })
    await pipeline(Readable.from(chunks), response)
  }
}

function isDownload(name: string): name is DownloadName {
  return Object.hasOwn(downloads, name)
}

import { CALENDAR_FEED_PATH } from '@madruga/core/contract.ts'
import { AppError } from '@madruga/core/errors.ts'
import type { Call } from './call.ts'

/**
 * Serves a driver's calendar at its secret address to programs without cookies. Neither the address nor the
 * secret is recorded anywhere, and every unknown secret gets the same answer.
 */
export function createFeed(
  readFeed: (secret: string) => Promise<string | null>,
): (call: Call) => Promise<void> {
  return async (call) => {
    const { request, response, path } = call
    call.operation = 'blocks.feed'
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new AppError('request.not_found')
    call.stage = 'running'
    const secret = /^([^/]+)\.ics$/.exec(path.slice(CALENDAR_FEED_PATH.length))?.[1]
    const text = secret === undefined ? null : await readFeed(secret)
    if (text === null) throw new AppError('request.not_found')
    response.writeHead(200, {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Length': Buffer.byteLength(text),
      'Content-Disposition': 'inline; filename="madruga.ics"',
      // Only for this calendar, and revalidated each time: a block may have been released.
      'Cache-Control': 'private, no-cache',
      'X-Robots-Tag': 'noindex',
    })
    response.end(request.method === 'HEAD' ? undefined : text)
  }
}

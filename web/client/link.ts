import type { ClientContext, ClientLink, ClientOptions } from '@orpc/client'
import { readEvents } from './events.ts'

type Operation = { method: string; path: string }

/**
 * Looks up `GET /bot` for `bot.get`, from `routes-*.gen.json`; undefined if the contract has no such
 * operation.
 */
export type FindRoute = (name: string) => Promise<string | undefined>

async function findOperation(find: FindRoute, path: readonly string[]): Promise<Operation> {
  const name = path.join('.')
  const [method, route] = (await find(name))?.split(' ') ?? []
  if (!method || !route) throw new Error(`The contract has no ${name}`)
  return { method, path: route }
}

/**
 * The address and body of an operation: input fills the path, then the query of a GET or the body of other
 * methods.
 */
export function encodeInput(
  operation: Operation,
  input: Record<string, unknown>,
): { path: string; query: string; body: string | null } {
  const rest = { ...input }
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = rest[name]
    delete rest[name]
    return encodeURIComponent(String(value))
  })
  if (operation.method !== 'GET') return { path, query: '', body: JSON.stringify(rest) }
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(rest)) if (value !== undefined) query.set(name, String(value))
  return { path, query: query.size > 0 ? `?${query}` : '', body: null }
}

/**
 * An oRPC link for our own API. oRPC's OpenAPILink includes multipart, blobs and bracket notation that the
 * contract does not use, 8.7 KB of the first load after gzip; this does the same in 1 KB. An event stream
 * becomes an async iterator. Every address names the driver whom the page shows (`as`).
 */
export function createLink<T extends ClientContext>(
  find: FindRoute,
  base: string,
  send: (request: Request) => Promise<Response>,
  shownDriver: () => string | null,
): ClientLink<T> {
  return {
    async call(path: readonly string[], input: unknown, options: ClientOptions<T>) {
      const operation = await findOperation(find, path)
      const { path: address, query, body } = encodeInput(operation, (input ?? {}) as Record<string, unknown>)
      const driver = shownDriver()
      // No header: what `theme.js` asks for ahead could not carry it, and would be fetched twice.
      const search = driver === null ? query : `${query}${query === '' ? '?' : '&'}as=${driver}`
      const headers = new Headers()
      if (body !== null) headers.set('content-type', 'application/json')
      if (options.lastEventId !== undefined) headers.set('last-event-id', options.lastEventId)
      const response = await send(
        new Request(base + address + search, {
          method: operation.method,
          headers,
          body,
          credentials: 'same-origin',
          signal: options.signal ?? null,
        }),
      )
      const type = response.headers.get('content-type') ?? ''
      if (type.startsWith('text/event-stream') && response.body) return readEvents(response.body)
      return response.json()
    },
  }
}

/** `api.module.operation(input, options)` for a link: names in the contract have exactly two parts. */
export function nameOperations<Api extends object>(link: ClientLink<ClientContext>): Api {
  const moduleOf = (module: string) =>
    new Proxy(
      {},
      {
        get:
          (_, operation) =>
          (input?: unknown, options: object = {}) =>
            link.call([module, String(operation)], input, { context: {}, ...options }),
      },
    )
  return new Proxy({} as Api, { get: (_, module) => moduleOf(String(module)) })
}

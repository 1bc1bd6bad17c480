import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The gateway's keys in tests. */
export const KEYS = { secretKey: 'sk_test_fixture1', publishableKey: 'pk_test_fixture1' }

export type CallResult = { status: number; headers: Headers; json: Record<string, unknown> }

/** Calls the gateway with a form, like curl would, with nested names. */
export async function callCards(
  url: string,
  method: string,
  path: string,
  {
    fields = {},
    key,
    bearer = KEYS.secretKey,
  }: { fields?: Record<string, string>; key?: string; bearer?: string } = {},
): Promise<CallResult> {
  const form = new URLSearchParams(fields).toString()
  const response = await fetch(`${url}${path}${method === 'GET' && form ? `?${form}` : ''}`, {
    method,
    headers: { authorization: `Bearer ${bearer}`, ...(key === undefined ? {} : { 'idempotency-key': key }) },
    ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
  })
  return {
    status: response.status,
    headers: response.headers,
    json: (await response.json()) as Record<string, unknown>,
  }
}

export type Received = { body: string; signature: string }

/** A webhook endpoint that records deliveries and answers the given statuses, then 200. */
export async function startEndpoint(statuses: number[] = []) {
  const received: Received[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const signature = String(request.headers['stripe-signature'])
      received.push({ body: Buffer.concat(chunks).toString(), signature })
      response.writeHead(statuses.shift() ?? 200).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhooks`,
    received,
    types: () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type),
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

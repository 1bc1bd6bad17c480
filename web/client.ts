import { createORPCClient } from '@orpc/client'
import type { ContractRouterClient, AnyContractRouter } from '@orpc/contract'
import { OpenAPILink } from '@orpc/openapi-client/fetch'
import type { contract } from '@madruga/core/contract.ts'
import routes from '@madruga/core/contract/routes.gen.json'
import { Problem, problemOf } from './client/problem.ts'
import { readCookie } from './client/cookie.ts'

/** The door of the API: a client typed by the contract, refusals as `Problem`. */
export type Api = ContractRouterClient<typeof contract>

const link = new OpenAPILink(routes as unknown as AnyContractRouter, {
  url: () => new URL('/api', location.origin),
  fetch: send,
})

export const api: Api = createORPCClient(link)

/** Sends one request with the cookies and the XSRF header; anything but a success is thrown as a `Problem`. */
async function send(request: Request, init?: { redirect?: RequestRedirect }): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    const token = readCookie('XSRF-TOKEN', document.cookie)
    if (token !== null) request.headers.set('X-XSRF-TOKEN', token)
  }
  let response: Response
  try {
    response = await fetch(request, { ...init, credentials: 'same-origin' })
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw new Problem('network.unreachable')
  }
  if (!response.ok) throw await problemOf(response)
  return response
}

export { Problem, toProblem } from './client/problem.ts'
export type { ProblemCode } from './client/problem.ts'

import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@madruga/core/contract.ts'
import routes from '@madruga/core/contract/routes-first.gen.json'
import { readXsrfToken } from './client/cookie.ts'
import { createLink, nameOperations } from './client/link.ts'
import { Problem, problemOf } from './client/problem.ts'
import { canStepUp, stepUp } from './client/step-up.ts'
import { noteServerDate } from './clock.ts'
import { shownDriver } from './driver.ts'

/** Entry of the API: a client typed by the contract, refusals as `Problem`. */
export type Api = ContractRouterClient<typeof contract>

/** The window event after a refusal because the account is suspended or not active. */
export const SUSPENDED = 'madruga:suspended'
/** The window event after a refusal because the session has ended. */
export const SIGNED_OUT = 'madruga:signed_out'
const REFUSED_ACCOUNT = /^(accounts|bot)\.(suspended|inactive)$/

let stop = (): void => {}
let isStopped = false
/** Resolves once the session turns out to be another driver's; from then on nothing is sent. */
export const otherDriver = new Promise<void>((resolve) => (stop = resolve))

/** Sends one request; anything but a success is thrown as a `Problem`. */
async function send(request: Request): Promise<Response> {
  if (isStopped) throw new Problem('accounts.other_driver')
  const again = canStepUp() && request.method !== 'GET' ? request.clone() : null
  const response = await reach(request)
  noteServerDate(response.headers.get('date'))
  if (response.ok) return response
  const problem = await problemOf(response)
  if (problem.code === 'operators.step_up_needed' && again && (await stepUp())) return send(again)
  if (problem.code === 'accounts.other_driver') {
    isStopped = true
    stop()
  }
  if (problem.code === 'accounts.signed_out') dispatchEvent(new Event(SIGNED_OUT))
  if (REFUSED_ACCOUNT.test(problem.code)) dispatchEvent(new Event(SUSPENDED))
  throw problem
}

/** Fetches with the XSRF header; a lost connection is a `Problem`. */
async function reach(request: Request): Promise<Response> {
  const token = request.method === 'GET' || request.method === 'HEAD' ? null : readXsrfToken(document.cookie)
  if (token !== null) request.headers.set('X-XSRF-TOKEN', token)
  try {
    return await fetch(request)
  } catch (cause) {
    if (request.signal.aborted) throw cause
    throw new Problem('network.unreachable')
  }
}

/** Home's routes are loaded at once; those of the other screens with their first request. */
async function findRoute(name: string): Promise<string | undefined> {
  const route = (routes as Record<string, string>)[name]
  if (route !== undefined) return route
  const more = await import('@madruga/core/contract/routes-more.gen.json')
  return (more.default as Record<string, string>)[name]
}

export const api = nameOperations<Api>(createLink(findRoute, `${location.origin}/api`, send, shownDriver))

export { onStepUp } from './client/step-up.ts'
export { Problem, toProblem } from './client/problem.ts'
export type { ProblemCode } from './client/problem.ts'

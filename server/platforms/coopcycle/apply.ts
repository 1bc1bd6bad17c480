import type { JsonCalls, JsonRefusal } from '../json-calls.ts'
import { replyOf, trouble, troubleOf } from '../json-calls.ts'
import type {
  AcceptResult,
  PlatformRefusal,
  PlatformReply,
  PlatformTokens,
  PlatformTrouble,
} from '../model.ts'
import * as shapes from './shapes.ts'
import type { Shift } from './shapes.ts'
import { blockIdOf, ownEntry, shiftIdOf } from './shifts.ts'

/** Reconciliation waits for it, beside the second in which an intent may be sent. */
const ACCEPT_TIMEOUT_MS = 3_000
const NOT_FOUND: PlatformRefusal = { refused: 'not_found', opensAt: null, distanceM: null }

/**
 * Applies to a shift. A full one answers with success as well: then the driver is on its wait list. `told`
 * hears of the shift that a success answers with.
 */
export async function applyTo(
  calls: JsonCalls,
  tokens: PlatformTokens,
  offerId: string,
  told: (shift: Shift) => void,
): Promise<AcceptResult> {
  const result = await change(calls, tokens, offerId, 'apply')
  if (result === null) return { outcome: 'refused', cause: 'taken' }
  if (result.kind === 'answer') {
    told(result.value)
    return readApplied(result.value, tokens.platformDriverId)
  }
  if (result.kind === 'over_budget') return { outcome: 'not_sent', cause: 'over_budget' }
  if (result.kind === 'fault') return { outcome: 'unknown', detail: result.problem.detail ?? '' }
  return readRefused(result)
}

/** Gives a shift back, or leaves its wait list; the platform calls no release late. */
export async function unapplyFrom(
  calls: JsonCalls,
  tokens: PlatformTokens,
  blockId: string,
): Promise<PlatformReply<{ late: boolean } | PlatformRefusal>> {
  const result = await change(calls, tokens, blockId, 'unapply')
  const isGone = result === null || (result.kind === 'refusal' && [400, 404].includes(result.status))
  if (isGone) return { ok: true, value: NOT_FOUND }
  return replyOf(result, () => ({ late: false }), meet)
}

async function change(calls: JsonCalls, tokens: PlatformTokens, id: string, action: 'apply' | 'unapply') {
  const shiftId = shiftIdOf(id)
  if (shiftId === null) return null
  const isAccept = action === 'apply'
  const call = {
    method: 'PUT',
    path: `/api/shifts/${shiftId}/${action}`,
    token: tokens.accessToken,
    body: {},
    priority: isAccept ? 'accept' : 'read',
    ...(isAccept && { timeoutMs: ACCEPT_TIMEOUT_MS }),
  } as const
  return await calls(call, shapes.shift)
}

function readApplied(shift: Shift, username: string): AcceptResult {
  const own = ownEntry(shift, username)
  // Promoted or removed meanwhile: the held blocks tell.
  if (own === null) return { outcome: 'unknown', detail: 'neither assigned nor waiting' }
  const blockId = blockIdOf(shift, own.entry)
  if (own.state === 'held') return { outcome: 'accepted', blockId }
  return { outcome: 'waiting', waiting: 'waitlisted', blockId }
}

/** A refusal by a rule comes as 400 with the reason in words. */
function readRefused(refusal: JsonRefusal): AcceptResult {
  const { status } = refusal
  if (status === 404) return { outcome: 'refused', cause: 'taken' }
  if (status >= 500 || status < 400) return { outcome: 'unknown', detail: `status ${status}` }
  const said = reasonIn(refusal)
  if (status !== 400 || said === '') return { outcome: 'troubled', problem: meet(refusal) }
  if (/already applied/i.test(said)) return { outcome: 'unknown', detail: said }
  const lacks = skillsIn(said)
  return { outcome: 'refused', cause: 'not_eligible', detail: said, ...(lacks && { lacks }) }
}

/** The skills that a refusal names; undefined if it is about something else. */
function skillsIn(said: string): string[] | undefined {
  const named = /required skill\(s\):(.+)/i.exec(said)?.[1]
  return named?.split(',').flatMap((skill) => skill.trim() || [])
}

/** The platform's words; empty if it said none. */
function reasonIn({ said }: JsonRefusal): string {
  const read = shapes.refusal.safeParse(said)
  return read.success ? (read.data['hydra:description'] ?? read.data.message ?? '') : ''
}

/** The trouble of a refusal. 403: the account is, or has become, no courier's. */
export function meet(refusal: JsonRefusal): PlatformTrouble {
  const said = reasonIn(refusal)
  return refusal.status === 403 ? trouble('sign_in_refused', said) : troubleOf(refusal, said)
}

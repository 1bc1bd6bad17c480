import type { Clock } from '../../../kit/clock.ts'
import { NOT_FOUND } from '../absent.ts'
import { createAcceptTurns } from '../accept-turns.ts'
import type {
  AcceptResult,
  PlatformRefusal,
  PlatformReply,
  PlatformTokens,
  PlatformTrouble,
} from '../../model.ts'
import { ACCEPT_TIMEOUT_MS, trouble, troubleOf } from '../rest.ts'
import type { Rest, RestRefusal } from '../rest.ts'
import * as shapes from './shapes.ts'
import type { Shift } from './shapes.ts'
import { blockIdOf, freePlaces, ownEntry, shiftIdOf } from './shifts.ts'

/** What the couriers of one instance apply for in this process. */
export type Applications = ReturnType<typeof createApplications>

/** No more couriers apply for a shift than it has free places, unless they want its wait list. */
export function createApplications(rest: Rest, clock: Clock) {
  const turns = createAcceptTurns(clock)
  let listed = new Map<string, number>()
  const answered = new Map<string, number>()

  /** A full shift answers with success as well: then the driver is on its wait list. */
  const applyTo = async (tokens: PlatformTokens, shiftId: string): Promise<AcceptResult> => {
    const result = await change(rest, tokens, shiftId, 'apply')
    if (result.kind !== 'answer') return rest.unaccepted(result, readRefused)
    answered.set(shiftId, freePlaces(result.value))
    return readApplied(result.value, tokens.platformDriverId)
  }
  return {
    /** A list is read again, and tells more than the answers before it. */
    forgetAnswers: () => answered.clear(),
    /** What the last list says of free places, as it was when it differed from the one before. */
    list(shifts: readonly Shift[]): void {
      listed = new Map(shifts.map((shift) => [String(shift.id), freePlaces(shift)]))
      // A list that another process read tells more than the answers before it, too.
      answered.clear()
    },
    /** Applies for a shift; `joins`: a place on its wait list is wanted as well. */
    async apply(tokens: PlatformTokens, offerId: string, joins: boolean): Promise<AcceptResult> {
      const id = shiftIdOf(offerId)
      if (id === null) return { outcome: 'refused', cause: 'taken' }
      const free = () =>
        (joins ? undefined : (answered.get(id) ?? listed.get(id))) ?? Number.POSITIVE_INFINITY
      return await turns(id, free, () => applyTo(tokens, id))
    },
  }
}

/** Gives a shift back, or leaves its wait list; the platform calls no release late. */
export async function unapplyFrom(
  rest: Rest,
  tokens: PlatformTokens,
  blockId: string,
): Promise<PlatformReply<{ late: boolean } | PlatformRefusal>> {
  const id = shiftIdOf(blockId)
  if (id === null) return NOT_FOUND
  const result = await change(rest, tokens, id, 'unapply')
  const isGone = result.kind === 'refusal' && (result.status === 400 || result.status === 404)
  return isGone ? NOT_FOUND : rest.replyOf(result, () => ({ late: false }))
}

function change(rest: Rest, by: PlatformTokens, shiftId: string, action: 'apply' | 'unapply') {
  const path = `/api/shifts/${shiftId}/${action}`
  const accept = { timeoutMs: ACCEPT_TIMEOUT_MS, priority: 'accept' } as const
  return rest.send({ method: 'PUT', path, by, body: {}, ...(action === 'apply' && accept) }, shapes.shift)
}

function readApplied(shift: Shift, username: string): AcceptResult {
  const own = ownEntry(shift, username)
  // Promoted or removed in between: the held blocks say.
  if (own === null) return { outcome: 'unknown', detail: 'neither assigned nor waiting' }
  const blockId = blockIdOf(shift, own.entry)
  if (own.state === 'held') return { outcome: 'accepted', blockId }
  return { outcome: 'waiting', waiting: 'waitlisted', blockId }
}

/** A refusal by a rule comes as 400 with the reason in words. */
function readRefused(refusal: RestRefusal): AcceptResult | null {
  if (refusal.status === 404) return { outcome: 'refused', cause: 'taken' }
  const detail = reasonIn(refusal)
  if (refusal.status !== 400 || detail === '') return null
  if (/already applied/i.test(detail)) return { outcome: 'unknown', detail }
  const skills = /required skill\(s\):(.+)/i.exec(detail)?.[1]
  const lacks = skills?.split(',').flatMap((skill) => skill.trim() || [])
  return { outcome: 'refused', cause: 'not_eligible', detail, ...(lacks && { lacks }) }
}

/** The platform's words; empty if it said none. */
function reasonIn({ said }: RestRefusal): string {
  const { data } = shapes.refusal.safeParse(said)
  return data?.['hydra:description'] ?? data?.message ?? ''
}

/** The trouble of a refusal. 403: the account is, or has become, no courier's. */
export function meet(refusal: RestRefusal): PlatformTrouble {
  const words = reasonIn(refusal)
  return refusal.status === 403 ? trouble('sign_in_refused', words) : troubleOf(refusal, words)
}

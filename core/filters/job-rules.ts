import type { Offer, OfferKind } from '../offers.ts'
import { plainSkill } from './prepare.ts'
import type { PreparedJob } from './prepare.ts'

/** Whether a job is of a wanted kind, length and distance, and requires only skills that the driver has. */
export function fitsJob(job: PreparedJob, offer: Offer): boolean {
  return (
    isWantedJob(job, offer.kind) &&
    fitsLength(job, offer) &&
    fitsDistance(job, offer.miles) &&
    fitsSkills(job, offer) &&
    fitsFull(job, offer)
  )
}

/** A kind of job that the driver wants; never an offer of another variant. */
export function isWantedJob({ kinds }: PreparedJob, kind: OfferKind): boolean {
  return (kind === 'shift' && kinds.shift) || (kind === 'order' && kinds.order)
}

/** Between the shortest and the longest job wanted. */
export function fitsLength({ minMs, maxMs }: PreparedJob, { startAt, endAt }: Offer): boolean {
  return endAt - startAt >= minMs && endAt - startAt <= maxMs
}

/** Within the longest way; unknown miles fail once a maximum is set. */
export function fitsDistance({ maxMiles }: PreparedJob, miles: number | null): boolean {
  return maxMiles === Infinity || (miles !== null && miles <= maxMiles)
}

/** Every skill that the offer requires is among the driver's. */
export function fitsSkills({ skills }: PreparedJob, offer: Offer): boolean {
  const required = offer.skills
  if (required === undefined || required === null) return true
  for (let i = 0; i < required.length; i++) if (!skills.has(plainSkill(required[i]!))) return false
  return true
}

/** A full job fits who wants to wait for a place. */
export function fitsFull({ joinsWaitList }: PreparedJob, { full }: Offer): boolean {
  return joinsWaitList || full !== true
}

/** The skills of an offer that are not among these, which `plainSkill` wrote; in the platform's words. */
export function missingSkills(required: Offer['skills'], skills: ReadonlySet<string>): string[] {
  return (required ?? []).filter((skill) => !skills.has(plainSkill(skill)))
}

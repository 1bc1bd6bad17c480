import type { Offer } from '@madruga/core/offers.ts'
import { DAY_MS } from '@madruga/core/time.ts'
import type { HeldBlock } from '../../model.ts'
import { readJson } from '../rest.ts'
import { readEntries } from '../shapes.ts'
import type { ReadEntries } from '../shapes.ts'
import * as shapes from './shapes.ts'
import type { Entry, Shift } from './shapes.ts'

/** The one place of an instance: shifts name none of their own. */
export const PLACE_ID = 'place'

/** The shifts of a list, each once, and the members of it that cannot be read; null when it is no list. */
export function readShifts(text: string): ReadEntries<Shift> | null {
  const list = readJson(text, shapes.collection)
  if (list === null) return null
  const { read, unread } = readEntries(list['hydra:member'], shapes.shift)
  return { read: [...new Map(read.map((shift) => [shift.id, shift])).values()], unread }
}

/**
 * A list's text without the ids that its entries get anew in every answer: with them no text is ever the
 * last one. Nothing reads them.
 */
export function withoutPassingIds(text: string): string {
  return text.replaceAll(/\\?\/\.well-known\\?\/genid\\?\/[0-9a-f]+/g, '')
}

/** Whether what cannot be read may be about the driver: their user name stands in it. */
export function names(unread: unknown, username: string): boolean {
  return JSON.stringify(unread).includes(JSON.stringify(username))
}

/** The query of this many days before and after now; its dates are days of the place, in whatever zone. */
export function daysAround(now: number, before: number, after: number): string {
  const day = (days: number) => new Date(now + days * DAY_MS).toISOString().slice(0, 10)
  return `date[after]=${day(-before - 1)}&date[before]=${day(after + 1)}`
}

/** Places that no one has; never below zero. */
export function freePlaces({ assignments, slots }: Shift): number {
  return Math.max(0, slots - assignments.length)
}

export function isFull(shift: Shift): boolean {
  return freePlaces(shift) === 0
}

/** The driver's own entry, in the shift or on its wait list. */
export function ownEntry(
  { assignments, waitlist }: Shift,
  username: string,
): { entry: Entry; state: 'held' | 'waitlisted' } | null {
  const isOwn = ({ user }: Entry) => user.username === username
  const place = assignments.find(isOwn)
  if (place !== undefined) return { entry: place, state: 'held' }
  const waiting = waitlist?.find(isOwn)
  return waiting === undefined ? null : { entry: waiting, state: 'waitlisted' }
}

/**
 * A block for each courier of a shift, and another one for who applies again: user name and the second of the
 * application tell them apart.
 */
export function blockIdOf({ id }: Shift, { user, createdAt }: Entry): string {
  return `${id}~${user.username}~${Math.floor((createdAt ?? 0) / 1_000)}`
}

/** The shift of an offer's or a block's id; null for an id that is not ours. */
export function shiftIdOf(id: string): string | null {
  return /^([1-9]\d{0,14})(~|$)/.exec(id)?.[1] ?? null
}

/** What an offer and a block say of a shift; no pay is stated. */
function termsOf({ startsAt: startAt, endsAt: endAt }: Shift, currency: string | null) {
  const pay = { payCents: 0, tipCents: 0, payBasis: 'unknown', currency } as const
  return { ...pay, stationId: PLACE_ID, kind: 'shift' as const, startAt, endAt, miles: null, stops: null }
}

export function toOffer(shift: Shift, id: string, currency: string | null): Offer {
  const skills = shift.requiredSkills?.map(({ name }) => name) ?? []
  return {
    ...termsOf(shift, currency),
    id,
    ...(skills.length > 0 && { skills }),
    ...(isFull(shift) && { full: true }),
    batched: false,
    expiresAt: shift.startsAt,
  }
}

/** What the driver holds of a shift, or waits for; null if neither. */
export function toHeld(
  shift: Shift,
  username: string,
  currency: string | null,
  now: number,
): HeldBlock | null {
  const own = ownEntry(shift, username)
  if (own === null) return null
  const isDone = own.state === 'held' && shift.endsAt <= now
  return {
    ...termsOf(shift, currency),
    blockId: blockIdOf(shift, own.entry),
    offerId: String(shift.id),
    state: isDone ? 'done' : own.state,
  }
}

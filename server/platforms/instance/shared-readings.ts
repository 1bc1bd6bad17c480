import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { Unread } from '../list-feed.ts'
import type { OfferFeed, PlatformTokens, PlatformTrouble } from '../model.ts'

/** A list as it came, or why there is none. */
type Reading = ListText | Unread
type ListText = { kind: 'list'; text: string; receivedAtMs: number }
/** A list and what it says. */
export type SharedList<T> = ListText & { value: T }
type Found<T> = SharedList<T> | Unread

export type SharedReadingsOptions<T> = {
  clock: Clock
  /** Ms from one reading to the next, whichever place it is of. Without it, each member reads alone. */
  everyMs?: (() => number) | undefined
  read(tokens: PlatformTokens): Promise<Reading>
  /** Null for a text that is no list. */
  parse(text: string): T | null
  /** What such a text is told as. */
  noList: PlatformTrouble
}

/** The readings of one instance in one process, which its drivers share. */
export type SharedReadings<T> = {
  /** `placeOf`: whoever has the same place reads the same list; it is asked at each turn. */
  join(tokens: PlatformTokens, placeOf?: () => string): Membership<T>
  close(): void
}

/** One driver's part of it. */
export type Membership<T> = {
  /** The newest list, if it is young; else what a reading with the driver's own tokens finds. */
  read(tokens: PlatformTokens): Promise<Found<T>>
  /** As in `OfferFeed`: hints at each change of the list. Absent where each member reads alone. */
  listen?: NonNullable<OfferFeed['listen']>
  setTokens(tokens: PlatformTokens): void
  leave(): void
}

/** Each driver's own tokens read this often: a right that was taken away is seen within five minutes. */
const OWN_EVERY_MS = 4 * MINUTE_MS
/** A list that no reading confirmed for so long is read again by who asks for it. */
const STALE_MS = 10 * SECOND_MS

type Member = {
  tokens: PlatformTokens
  placeOf(): string
  /** When its own tokens read last, and which turn that was. */
  ownAt: number
  turn: number
  /** What its turn met; its next poll reports it. */
  problem: PlatformTrouble | null
  hint: (() => void) | null
}
/** `triedAt`, `turn`: numbers of turns, which tell what began earlier. */
type Place<T> = { triedAt: number; latest: (SharedList<T> & { at: number; turn: number }) | null }

/**
 * Reads a list once for all drivers to whom it is the same: by turns with their tokens, at an even pace, as
 * long as one of them listens. Each change is hinted to all, and their polls are answered without a request.
 * A trouble is told to the driver whose turn met it, as if their own poll had.
 */
export function createSharedReadings<T>(options: SharedReadingsOptions<T>): SharedReadings<T> {
  const { clock, everyMs } = options
  const members = new Set<Member>()
  const lists = createLists(options, members)
  let turns = 0

  /** `asker`: who polls, and needs no hint. */
  const readBy = async (member: Member, asker: Member | null): Promise<Found<T>> => {
    const name = member.placeOf()
    const turn = ++turns
    member.ownAt = clock.now()
    member.turn = turn
    lists.of(name).triedAt = turn
    const read = await options.read(member.tokens)
    return read.kind === 'list' ? lists.keep(name, read, turn, asker) : read
  }

  const pace = createPace(clock, members, async () => {
    const from = clock.now()
    const member = nextOf(members, (name) => lists.of(name).triedAt)
    const read = member && (await readBy(member, null))
    if (member && read?.kind === 'troubled') {
      member.problem = read.problem
      member.hint?.()
    }
    const waitMs = read?.kind === 'nothing' ? read.retryAfterMs : 0
    return Math.max(waitMs, (everyMs?.() ?? 0) - Math.max(0, clock.now() - from))
  })

  /** The list that answers a member without a request; null where it is to read by itself. */
  const answerFor = ({ hint, ownAt, placeOf }: Member): SharedList<T> | null => {
    const { latest } = lists.of(placeOf())
    const now = clock.now()
    if (!everyMs || hint === null || !latest || now - ownAt >= OWN_EVERY_MS) return null
    return now - latest.at < Math.max(STALE_MS, 3 * everyMs()) ? latest : null
  }

  return {
    join(first, placeOf = () => '') {
      const ownAt = Number.NEGATIVE_INFINITY
      const member: Member = { tokens: first, placeOf, ownAt, turn: 0, problem: null, hint: null }
      members.add(member)
      return {
        async read(tokens) {
          member.tokens = tokens
          const { problem } = member
          member.problem = null
          if (problem !== null) return { kind: 'troubled', problem }
          return answerFor(member) ?? (await readBy(member, member))
        },
        ...(everyMs && {
          listen(hint, live) {
            member.hint = hint
            live?.(true)
            pace.goOn(everyMs())
          },
        }),
        setTokens(tokens) {
          member.tokens = tokens
          member.problem = null
        },
        leave() {
          member.hint = null
          members.delete(member)
          lists.forgetEmpty()
        },
      }
    },
    close() {
      for (const member of members) member.hint = null
      pace.stop()
    },
  }
}

/** The newest list of each place. */
function createLists<T>(options: SharedReadingsOptions<T>, members: ReadonlySet<Member>) {
  const places = new Map<string, Place<T>>()
  const of = (name: string): Place<T> => {
    const known = places.get(name)
    if (known) return known
    const made = { triedAt: Number.NEGATIVE_INFINITY, latest: null }
    places.set(name, made)
    return made
  }
  return {
    of,
    /** What a text says, parsed once. Changes are hinted to all but the asker. */
    keep(name: string, read: ListText, turn: number, asker: Member | null): Found<T> {
      const place = of(name)
      const { latest } = place
      // A reading that began before the latest one tells of an earlier time.
      if (latest !== null && latest.turn > turn) return latest
      const isSame = latest?.text === read.text
      const value = isSame ? latest.value : options.parse(read.text)
      if (value === null) return { kind: 'troubled', problem: options.noList }
      place.latest = { ...read, value, at: options.clock.now(), turn }
      if (!isSame)
        for (const member of members) if (member !== asker && member.placeOf() === name) member.hint?.()
      return place.latest
    },
    forgetEmpty() {
      const named = new Set(Array.from(members, ({ placeOf }) => placeOf()))
      for (const name of places.keys()) if (!named.has(name)) places.delete(name)
    },
  }
}

/** Takes one turn after another while a member listens; each answers how long it is until the next one. */
function createPace(clock: Clock, members: ReadonlySet<Member>, takeTurn: () => Promise<number>) {
  let isTurning = false
  let cancel: (() => void) | null = null
  const turn = async (): Promise<void> => {
    cancel = null
    isTurning = true
    const waitMs = await takeTurn().catch(() => STALE_MS)
    isTurning = false
    goOn(waitMs)
  }
  const goOn = (inMs: number): void => {
    const isHeard = [...members].some(({ hint }) => hint !== null)
    if (isHeard && !isTurning && cancel === null) cancel = clock.after(Math.max(1, inMs), () => void turn())
  }
  return {
    goOn,
    stop() {
      cancel?.()
      cancel = null
    },
  }
}

/** Whose turn it is, if anybody's: of the place read the longest ago, who read the longest ago. */
function nextOf(members: ReadonlySet<Member>, triedAt: (name: string) => number): Member | null {
  let next: Member | null = null
  for (const member of members) {
    if (member.hint === null || member.problem !== null) continue
    const since = next === null ? -1 : triedAt(member.placeOf()) - triedAt(next.placeOf())
    if (next === null || since < 0 || (since === 0 && member.turn < next.turn)) next = member
  }
  return next
}

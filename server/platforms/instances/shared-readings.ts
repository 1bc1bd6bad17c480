import { MINUTE_MS, SECOND_MS } from '@madruga/core/time.ts'
import type { Timestamp } from '@madruga/core/time.ts'
import type { Clock } from '../../kit/clock.ts'
import type { OfferFeed, PlatformTokens, PlatformTrouble } from '../model.ts'
import type { Unread } from '../adapters/rest.ts'

/** A list as it came, or why there is none. */
type Reading = ListText | Unread
type ListText = { kind: 'list'; text: string; receivedAtMs: number }
/** A list and what it says. */
export type SharedList<T> = ListText & { value: T }
type Found<T> = SharedList<T> | Unread

/** What a process tells the others of a reading: that it begins (`text`: null), or the list that changed. */
export type ReadingNews = { place: string; begunAt: Timestamp; text: string | null }

/** The other processes that read the lists of an instance. */
export type OtherProcesses = {
  /** Ms from a reading of any process to the next one. */
  gapMs(): number
  tell(news: ReadingNews): void
  /** Calls `hear` with what they tell, until the returned function is called. */
  listen(hear: (news: ReadingNews) => void): () => void
}

export type SharedReadingsOptions<T> = {
  clock: Clock
  /** Ms from one reading to the next, whichever place it is of. Without it, each member reads alone. */
  everyMs?: (() => number) | undefined
  /** Whose readings this process shares, and which take turns with it. */
  others?: OtherProcesses | undefined
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
type Place<T> = { triedAt: number; latest: (SharedList<T> & Begun & { at: Timestamp }) | null }
/** When a reading began, by the time that processes share and by the turns of this one. */
type Begun = { begunAt: Timestamp; turn: number }

/**
 * Reads a list once for all drivers to whom it is the same: by turns with their tokens, at an even pace, as
 * long as one of them listens. Each change is hinted to all, and their polls are answered without a request.
 * Processes read in turn, and hand each other what changed. A trouble is told to the driver whose turn met
 * it, as if their own poll had.
 */
export function createSharedReadings<T>(options: SharedReadingsOptions<T>): SharedReadings<T> {
  const { clock, everyMs, others } = options
  const members = new Set<Member>()
  const lists = createLists(options, members)
  const readBy = createReader(options, lists)
  const pace = createPace(options, members, async () => {
    const member = nextOf(members, (name) => lists.of(name).triedAt)
    const read = member && (await readBy(member, null))
    if (member && read?.kind === 'troubled') {
      member.problem = read.problem
      member.hint?.()
    }
    return read?.kind === 'nothing' ? read.retryAfterMs : 0
  })
  const hear = ({ place, begunAt, text }: ReadingNews): void => {
    if (text === null) pace.yieldTo(begunAt)
    // Of a place without drivers here, nothing is kept.
    else if ([...members].some((member) => member.placeOf() === place))
      lists.keep(place, { kind: 'list', text, receivedAtMs: performance.now() }, { begunAt, turn: 0 }, null)
  }
  let stopHearing: (() => void) | undefined

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
            stopHearing ??= others?.listen(hear)
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
      stopHearing?.()
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
    keep(name: string, read: ListText, begun: Begun, asker: Member | null): Found<T> {
      const place = of(name)
      const { latest } = place
      // A reading that began before the latest one tells of an earlier time.
      if (latest !== null && isBefore(begun, latest)) return latest
      const isSame = latest?.text === read.text
      const value = isSame ? latest.value : options.parse(read.text)
      if (value === null) return { kind: 'troubled', problem: options.noList }
      place.latest = { ...read, ...begun, value, at: options.clock.now() }
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

function isBefore(one: Begun, other: Begun): boolean {
  return one.begunAt === other.begunAt ? one.turn < other.turn : one.begunAt < other.begunAt
}

/** Reads by a member's tokens, and tells the other processes. `asker`: who polls, and needs no hint. */
function createReader<T>(
  { clock, others, read }: SharedReadingsOptions<T>,
  lists: ReturnType<typeof createLists<T>>,
): (member: Member, asker: Member | null) => Promise<Found<T>> {
  let turns = 0
  return async (member, asker) => {
    const place = member.placeOf()
    const begun = { begunAt: clock.now(), turn: ++turns }
    member.ownAt = begun.begunAt
    member.turn = begun.turn
    lists.of(place).triedAt = begun.turn
    if (asker === null) others?.tell({ place, begunAt: begun.begunAt, text: null })
    const reading = await read(member.tokens)
    if (reading.kind !== 'list') return reading
    const before = lists.of(place).latest?.text
    const list = lists.keep(place, reading, begun, asker)
    if (list === lists.of(place).latest && list.text !== before)
      others?.tell({ place, begunAt: begun.begunAt, text: list.text })
    return list
  }
}

/**
 * Takes one turn after another while a member listens. Each answers how long it is until the next one at
 * least, ms.
 */
function createPace<T>(
  { clock, everyMs, others }: SharedReadingsOptions<T>,
  members: ReadonlySet<Member>,
  takeTurn: () => Promise<number>,
) {
  /** `isSecond`: another process began to read just before. */
  let underWay: { begunAt: Timestamp; isSecond: boolean } | null = null
  let waiting: { dueAt: Timestamp; cancel(): void } | null = null
  const turn = async (): Promise<void> => {
    waiting = null
    const mine = { begunAt: clock.now(), isSecond: false }
    underWay = mine
    const leastMs = await takeTurn().catch(() => STALE_MS)
    underWay = null
    const nextMs = (mine.isSecond ? others?.gapMs() : everyMs?.()) ?? 0
    goOn(Math.max(leastMs, nextMs - Math.max(0, clock.now() - mine.begunAt)))
  }
  const goOn = (inMs: number): void => {
    const isHeard = [...members].some(({ hint }) => hint !== null)
    if (!isHeard || underWay !== null || waiting !== null) return
    const waitMs = Math.max(1, inMs)
    waiting = { dueAt: clock.now() + waitMs, cancel: clock.after(waitMs, () => void turn()) }
  }
  const stop = (): void => {
    waiting?.cancel()
    waiting = null
  }
  return {
    goOn,
    stop,
    /** Another process began to read: the next turn comes a gap later at least. */
    yieldTo(begunAt: Timestamp) {
      // Of two that read at once, the second one moves out of step.
      if (underWay !== null && begunAt < underWay.begunAt) underWay.isSecond = true
      const gapMs = others?.gapMs() ?? 0
      if (waiting === null || waiting.dueAt >= clock.now() + gapMs) return
      stop()
      goOn(gapMs)
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

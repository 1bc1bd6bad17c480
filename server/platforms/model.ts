import type { Offer, Pay, Station, Variant } from '@madruga/core/offers.ts'
import type { BlockState } from '@madruga/core/blocks.ts'
import type { InstanceLack, InstanceStatement } from '@madruga/core/instances.ts'
import type { Loss, Trouble, Waiting } from '@madruga/core/events.ts'

/** What a platform can do; a screen or bot asks here before it offers something. */
export type PlatformCapabilities = {
  /** Announces new offers by itself (`OfferFeed.listen`). */
  push: boolean
  instantOffers: boolean
  checkIn: boolean
  release: boolean
  decline: boolean
  humanVerification: boolean
  /** Accepting begins the job: nothing is accepted while another one runs. */
  acceptStarts: boolean
  /** A full offer can be joined: an accept may end as `waitlisted`. */
  waitlist: boolean
  /**
   * How often a win is read back before it counts, where the platform lets two drivers accept one offer; 0 =
   * its answer counts.
   */
  readBacks: number
  /** The held blocks are all that the driver holds: one that they lack is no longer theirs. */
  listsAllHeld?: boolean | undefined
  /** An offer may be listed again under its own id: the adapter marks the ids of later listings. */
  relists?: boolean | undefined
  /** What drivers sign in with, beside the password. */
  identity: 'email' | 'user_name'
}

/**
 * A driver's credentials at a platform; never logged, never sent to the browser. `email` holds a user name
 * where the platform signs in by one.
 */
export type PlatformSecret = { email: string; password: string }
export type PlatformTokens = {
  accessToken: string
  refreshToken: string
  expiresAt: number
  /** From when on they are renewed (`renewalOf`); absent in what an adapter answers. */
  renewAt?: number
  platformDriverId: string
}

/** A refusal or failure of the platform, by the kinds that the bot distinguishes. */
export type PlatformTrouble = {
  trouble: Trouble
  retryAfterMs: number | null
  challengeId: string | null
  detail: string | null
}

/** Either the answer or the trouble; an adapter never throws for a platform's behaviour. */
export type PlatformReply<T> = { ok: true; value: T } | { ok: false; problem: PlatformTrouble }

/** A refusal whose reason the driver reads; no trouble for the bot. */
export type PlatformRefusal = {
  refused: 'not_found' | 'too_early' | 'too_late' | 'outside_geofence' | 'no_location'
  /** With `too_early`: from when on. */
  opensAt: number | null
  /** With `outside_geofence`: how far away. */
  distanceM: number | null
}

/** The result of an accept. `unknown` = no answer in time: the held blocks decide. */
export type AcceptResult =
  | { outcome: 'accepted'; blockId: string }
  /**
   * Not decided yet; the held blocks tell later (`decideWaiting`). `pending`: somebody at the platform has to
   * agree. `waitlisted`: it is full, and the driver is on its wait list. `provisional`: accepted, yet another
   * driver's accept may replace ours.
   */
  | { outcome: 'waiting'; waiting: Waiting; blockId: string }
  /**
   * `not_eligible`: the driver lacks what the offer requires; `detail` says so in the platform's words, and
   * `lacks` are the skills, where the platform names them. `isDoubtful`: the platform may have given the
   * offer to the driver all the same, and the held blocks decide.
   */
  | {
      outcome: 'refused'
      cause: Loss | 'conflict' | 'hour_limit' | 'not_eligible'
      detail?: string | undefined
      lacks?: string[] | undefined
      isDoubtful?: true
    }
  | { outcome: 'troubled'; problem: PlatformTrouble }
  | { outcome: 'unknown'; detail: string }
  /** No request went out: the driver stopped, the intent was too old, or the instance's budget is spent. */
  | { outcome: 'not_sent'; cause: 'stopped' | 'too_late' | 'over_budget' }

/** A listing that was tried for. `takenAt`: another driver had it by then; null = not so, or not known. */
export type TriedListing = { offerId: string; takenAt: number | null }

/** A block as the platform lists it: held by the driver, or not decided yet (`pending`, `waitlisted`). */
export type HeldBlock = Pay & {
  /** Unique on the platform: drivers who share a shift have a block each. */
  blockId: string
  /** The platform's own id (`isOfferOf` in offer-ids.ts). */
  offerId: string
  stationId: string
  kind: Offer['kind']
  startAt: number
  endAt: number
  endEstimated?: boolean | undefined
  miles: number | null
  stops: number | null
  state: BlockState | 'pending' | 'waitlisted'
}

/** The shifts of an instance, by the newest list that this process has read. */
export type ListedShifts = {
  /** When that list was asked for. */
  readAt: number
  /** The same object as long as the list stays the same. `offer.id` is the platform's own. */
  shifts: readonly { offer: Offer; freePlaces: number }[]
}

/**
 * The adapter contract of a delivery-offer app. Adapters translate and never decide. Every call has its own
 * time-out and answers with a `PlatformReply`; hostile replies (truncated, wrong types, huge, slow) end as
 * `unexpected_reply` or `unavailable`.
 */
export type Platform = {
  /** Under which its stations, offers and blocks are stored: each instance has its own. */
  name: string
  variants: readonly Variant[]
  capabilities: PlatformCapabilities
  /**
   * `signOutOthers` ends every other sign-in of the driver, on whichever device. `byCode`: the password is
   * the code that `sendCode` sent.
   */
  signIn(
    secret: PlatformSecret,
    options?: { signOutOthers?: boolean; byCode?: boolean },
  ): Promise<PlatformReply<PlatformTokens>>
  /** Sends a sign-in code to this phone number; only where the platform offers that. */
  sendCode?(phone: string): Promise<PlatformReply<null>>
  /** `sign_in_needed` where tokens end for good. */
  refresh(tokens: PlatformTokens): Promise<PlatformReply<PlatformTokens>>
  stations(tokens: PlatformTokens, variant: Variant): Promise<PlatformReply<Station[]>>
  /**
   * `doubtful`: offers that the driver may hold, as far as we know. Where a platform's list lags behind, they
   * are read one by one.
   */
  heldBlocks(tokens: PlatformTokens, doubtful?: readonly string[]): Promise<PlatformReply<HeldBlock[]>>
  /**
   * Calls `changed` when the platform announces that something became of these blocks, until it is called for
   * the same driver again. A hint, as those of `OfferFeed.listen`.
   */
  watchHeld?(tokens: PlatformTokens, blocks: readonly HeldBlock[], changed: () => void): void
  /**
   * Why a block that was the driver's, and is listed no longer, is not theirs; only where the platform tells.
   * Without it, it counts as taken by another driver.
   */
  whyLost?(tokens: PlatformTokens, blockId: string): Promise<PlatformReply<Loss>>
  release(
    tokens: PlatformTokens,
    blockId: string,
  ): Promise<PlatformReply<{ late: boolean } | PlatformRefusal>>
  checkIn(
    tokens: PlatformTokens,
    blockId: string,
    place: { latitude: number; longitude: number },
  ): Promise<PlatformReply<{ checkedInAt: number } | PlatformRefusal>>
  setLocation(
    tokens: PlatformTokens,
    place: { latitude: number; longitude: number },
  ): Promise<PlatformReply<null>>
  /** Where only drivers who are online get offers. `changed`: it was the other way before. */
  setOnline?(tokens: PlatformTokens, online: boolean): Promise<PlatformReply<{ changed: boolean }>>
  instantOffers(
    tokens: PlatformTokens,
    enabled: boolean | null,
  ): Promise<PlatformReply<{ enabled: boolean; confirmation: 'pending' | 'confirmed' } | PlatformRefusal>>
  verification(
    tokens: PlatformTokens,
  ): Promise<PlatformReply<{ challengeId: string; question: string; imageSvg: string } | null>>
  answerVerification(
    tokens: PlatformTokens,
    challengeId: string,
    answer: string,
  ): Promise<PlatformReply<{ solved: boolean }>>
  limits(tokens: PlatformTokens): Promise<PlatformReply<{ quotaPerHour: number; remaining: number }>>
  /**
   * The hot path of one driver: polls without garbage, accepts on warm sockets. `tried`: what the driver's
   * bot tried for before, oldest first, so that an adapter whose platform `relists` knows a later listing.
   */
  openFeed(tokens: PlatformTokens, variant: Variant, tried?: readonly TriedListing[]): OfferFeed
  /**
   * What is listed now, where every driver is offered the same shifts; null = this process has read no list
   * within a minute. Present where the rules of a house may leave shifts to people or give them by turns.
   */
  listedShifts?(): ListedShifts | null
  /** Whether the platform answers at all (server status). */
  answers(): Promise<boolean>
  /**
   * What is switched off at an instance that couriers need, as far as it tells without a courier's sign-in.
   * For a test of the instance alone.
   */
  lacks?(): Promise<InstanceLack | null>
  /** What the platform says of options that its operator is asked for. For a test of the instance alone. */
  states?(): Promise<InstanceStatement | null>
  close(): Promise<void>
}

/** Handlers of one poll; exactly one is called per poll, synchronously in the reply's read callback. */
export type PollHandlers = {
  /** The reply was byte for byte the last one. */
  unchanged(): void
  /**
   * Offers not seen in this feed before, parsed; empty when offers only went away. `receivedAtMs` =
   * performance.now() at the last byte.
   */
  offers(fresh: readonly Offer[], receivedAtMs: number): void
  /** No request went out, since other drivers have spent what the platform grants all of them. */
  unasked(): void
  troubled(problem: PlatformTrouble): void
}

/** One driver's connection to a platform's offers. */
export type OfferFeed = {
  /**
   * Sends one poll; never more than one is under way per feed (a call while one is out is ignored and returns
   * false).
   */
  poll(handlers: PollHandlers): boolean
  /**
   * Sends the accept at once, ahead of polls. Time-out 3 s -> `unknown`. Where a platform would undo a
   * cancelation, an offer that was not listed just now is read first, within the same time. `joins`: whether
   * a place on a wait list is wanted, which is the default; without, an offer that is known to be full by
   * then is `taken`.
   */
  accept(offerId: string, joins?: boolean): Promise<AcceptResult>
  /**
   * Calls `hint` whenever the platform announces something, and while what was announced is still to be
   * read; present where the capability is `push`. An announcement may be lost, late, doubled or wrong: it
   * triggers a poll and is never the truth. `live` says when announcements begin to arrive and when they no
   * longer do: meanwhile the search polls less often. A feed that never calls it is polled at the usual pace.
   * Called once for each feed; `setTokens` opens the connection again with the new tokens, `close` ends it.
   */
  listen?(hint: () => void, live?: (isLive: boolean) => void): void
  /**
   * Drivers of one instance share its lists: `listen` hints at each change that a reading of any of them has
   * found, and the poll that follows costs no request.
   */
  sharesReadings?: true
  /** Every driver is offered the same shifts (`Platform.listedShifts`), so that turns may give them. */
  isAwarded?: true
  /** New tokens after a refresh. */
  setTokens(tokens: PlatformTokens): void
  /** Forget what was seen, so that the next poll reports every offer as fresh (after a filter change). */
  forget(): void
  /**
   * Closes the feed: nothing more goes out, no handler is called, and a poll that waits for a socket is
   * withdrawn.
   */
  close(): void
}

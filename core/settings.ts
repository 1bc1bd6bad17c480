import type { BillingSettings } from './settings/billing.ts'
import { DEFAULT_INCIDENT_SETTINGS } from './incidents.ts'
import type { IncidentSettings } from './incidents.ts'
import type { SupportSettings } from './support.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './time.ts'

export type { BillingSettings } from './settings/billing.ts'

/** Requests that a platform grants one driver. */
export type RequestBudget = {
  /** Maximum requests in any rolling hour. */
  perHour: number
  /** Minutes of the hourly rate that may be spent at once; then they refill at that rate. */
  burstMinutes: number
  /** Share of the budget, 0 to 1, that polls reserve for accepts, signing in and reconciliation. */
  reserveShare: number
}

/**
 * A daily window on the wall clock of a zone, in minutes after midnight; an end before the start lies on the
 * next day.
 */
export type DailyStop = { timeZone: string; startMinute: number; endMinute: number }

/** Every configurable number that core decides with. The server overrides them from its configuration. */
export type Settings = {
  /** The driver is notified of an attempt to prepare that takes longer; it continues until it ends. */
  preparingMs: number
  /** Attempts to prepare that end in trouble before the launch fails. */
  preparingAttempts: number
  /**
   * How long an unresolved accept may delay a stop before the held blocks are read again: longer than send +
   * time-out.
   */
  settleMs: number
  /** Wait between a stop (or a failed launch) and the next start. */
  coolingMs: number
  /** Sleep after the platform called the search aggressive. */
  aggressiveSleepMs: number
  /** Longest wait for a human before the bot stops; null = unlimited. */
  humanWaitMs: number | null
  /** Sleep when the platform answers with errors: doubles with each consecutive trouble up to the cap. */
  backOff: { firstMs: number; capMs: number }
  /** The searcher considers the platform recovered after this long without trouble. */
  recoveredMs: number
  /** A running bot is silent if no poll was sent for this long after it was due. */
  silentMs: number
  /** A platform that requests a longer wait than this is retried after this. */
  retryAfterCapMs: number
  /** When every bot stops; null = never. */
  dailyStop: DailyStop | null
  /** An autostart later than this no longer starts. */
  autostartLateMs: number
  /** How long a driver waits while servers are recycled. */
  recyclingMs: number
  budget: RequestBudget
  /** 4X uses the driver's own run schedule, limited by `fastestPollMs` and `shortestRunMs`. */
  speeds: Record<Exclude<Speed, '4X'>, SpeedSetting>
  fastestPollMs: number
  shortestRunMs: number
  support: SupportSettings
  /**
   * Lifetime of an operator's session from sign-in, and how long their second factor stays fresh enough for
   * moving money.
   */
  operators: { sessionMs: number; stepUpMs: number }
  messages: MessageSettings
  /** What counts as wrong with the service, and when operators are told. */
  incidents: IncidentSettings
  news: NewsSettings
  /** Limits of a driver's manual requests to the platform. */
  platform: { connectsPerHour: number; syncsPerHour: number; changesPerHour: number; answersPerHour: number }
  /**
   * What a platform may send one search before the rest is left out: new offers of a poll and of a minute
   * that are stored, and ids that a feed remembers, beyond which offers are not looked at.
   */
  flood: { offersAPoll: number; offersAMinute: number; idsAFeed: number }
  /** How long a driver has to answer a confirmation request. */
  confirmationMs: number
  /** Shadow mode: length of the live-log test, and the maximum of a run. */
  shadow: { testMs: number; mostMs: number }
  /** Platform offers: days kept, and the maximum that one replay examines. */
  observations: { keepDays: number; replayMost: number }
  /**
   * The landing: offers shown of each variant, and how far around a ZIP code and how many days back the
   * example looks. Answers are reused for `keepMs` and `keepNearMs`; an address may ask so often in a minute.
   */
  landing: {
    offers: number
    miles: number
    days: number
    keepMs: number
    keepNearMs: number
    asksPerMinute: number
  }
  /** Polls follow the forecast once it has enough data; off = always at the speed's interval. */
  rate: PlanSettings & { adaptive: boolean }
  /**
   * Learned release data retains this share (0 to 1) of its weight after a day, and is used after this many
   * days.
   */
  forecast: { decay: number; enoughDays: number }
  checkIn: {
    /** Blocks are shown this long before their start (the seed: 15 minutes). */
    opensMs: number
  }
  release: {
    /** A release less than this before the start is late, and the driver is warned. */
    lateMs: number
  }
  billing: BillingSettings
  autostart: { mostTasks: number; mostDays: number }
  /** Maximum log lines that one page of the history examines. */
  history: { scanRows: number }
}

/**
 * The defaults. Speeds, aggressive sleep, 2X15's three hours and its wait are the seed's figures (sections 4
 * and 9). Preparing, cooling, daily stop and autostart lateness are the product's (section 5). The seed
 * leaves the rest to us.
 */
export const DEFAULT_SETTINGS: Settings = {
  preparingMs: 40 * SECOND_MS,
  preparingAttempts: 3,
  settleMs: 5 * SECOND_MS,
  coolingMs: 60 * SECOND_MS,
  aggressiveSleepMs: 70 * MINUTE_MS,
  humanWaitMs: null,
  backOff: { firstMs: 2 * SECOND_MS, capMs: 5 * MINUTE_MS },
  recoveredMs: 60 * SECOND_MS,
  silentMs: 60 * SECOND_MS,
  retryAfterCapMs: 24 * HOUR_MS,
  dailyStop: { timeZone: 'America/New_York', startMinute: 4 * 60, endMinute: 4 * 60 + 10 },
  autostartLateMs: 30 * MINUTE_MS,
  recyclingMs: 60 * SECOND_MS,
  budget: { perHour: 1_200, burstMinutes: 10, reserveShare: 0.1 },
  speeds: {
    '1X': { runMs: 60 * MINUTE_MS, sleepMs: 70 * MINUTE_MS, pollMs: 1_000, totalMs: null, waitMs: null },
    '2X15': {
      runMs: 15 * MINUTE_MS,
      sleepMs: 15 * MINUTE_MS,
      pollMs: 750,
      totalMs: 3 * HOUR_MS,
      waitMs: 70 * MINUTE_MS,
    },
    '2X30': { runMs: 30 * MINUTE_MS, sleepMs: 30 * MINUTE_MS, pollMs: 750, totalMs: null, waitMs: null },
    '3X': { runMs: 10 * MINUTE_MS, sleepMs: 70 * MINUTE_MS, pollMs: 500, totalMs: null, waitMs: null },
  },
  fastestPollMs: 500,
  shortestRunMs: MINUTE_MS,
  platform: { connectsPerHour: 10, syncsPerHour: 20, changesPerHour: 60, answersPerHour: 30 },
  // Several times what the busiest area lists.
  flood: { offersAPoll: 500, offersAMinute: 2_000, idsAFeed: 2_000 },
  confirmationMs: 60 * SECOND_MS,
  shadow: { testMs: MINUTE_MS, mostMs: 7 * DAY_MS },
  observations: { keepDays: 60, replayMost: 100_000 },
  landing: { offers: 4, miles: 30, days: 7, keepMs: 3 * SECOND_MS, keepNearMs: MINUTE_MS, asksPerMinute: 60 },
  // Found on seeded markets (bench/poll-schedule.md).
  rate: {
    adaptive: true,
    floorShare: 0.2,
    lifeMs: 2 * SECOND_MS,
    burstMs: 3 * SECOND_MS,
    renewMs: 2 * MINUTE_MS,
  },
  forecast: { decay: 0.95, enoughDays: 5 },
  operators: { sessionMs: 12 * HOUR_MS, stepUpMs: 10 * MINUTE_MS },
  checkIn: { opensMs: 15 * MINUTE_MS },
  release: { lateMs: 45 * MINUTE_MS },
  billing: {
    charges: true,
    cardFees: true,
    // Check-in, day of instant offers, fees and the referral's half are the seed's (section 9), the rest the
    // product's (section 7).
    prices: {
      blockCents: 500,
      // $5 is some 5% of a block's pay ($72 to $120). A trip pays $8 to $20, shopping the most for the
      // longest work: the same share of it, and at most a tenth of the smallest.
      tripCents: { curbside: 60, shopping: 80, delivery: 60 },
      instantDayCents: 200,
      checkInCents: 200,
      weekCents: { advanced: 2_500, professional: 3_500 },
      fees: { card: { kind: 'percent', thousandths: 29, fixedCents: 30 }, bank: { kind: 'flat', cents: 99 } },
      referralPercent: 50,
    },
    leastChargeCents: 50,
    dunning: { remindDays: [1, 3], suspendDays: 5 },
    actionMs: HOUR_MS,
    // A debit takes 4 business days (docs.stripe.com/payments/ach-direct-debit), a week with a holiday; plus
    // a reserve.
    debitMs: 10 * DAY_MS,
    autopay: { everyMs: DAY_MS, tries: 3 },
    endingMs: DAY_MS,
    invitationsPerDay: 10,
    invitationsPerPhone: 2,
    limits: { asksPerMinute: 120, setupsPerHour: 20, refusalsPerDay: 10, guessesPerHour: 20 },
    keepReportsMs: 7 * DAY_MS,
  },
  autostart: { mostTasks: 50, mostDays: 92 },
  history: { scanRows: 20_000 },
  news: { keepDays: 180 },
  incidents: DEFAULT_INCIDENT_SETTINGS,
  support: { replyHours: 24, requestsPerDay: 10, messagesPerDay: 60 },
  messages: {
    // Eight tries take some four hours.
    tries: 8,
    retry: { firstMs: 20 * SECOND_MS, factor: 3, capMs: 2 * HOUR_MS },
    phoneCaps: { recipient: 20, overall: 2_000 },
    // Twilio drops a text that waits for ten hours.
    arrival: { firstMs: 5 * SECOND_MS, untilMs: 10 * HOUR_MS },
    tests: { count: 5, windowMs: 10 * MINUTE_MS },
    keepMs: 30 * DAY_MS,
    received: { keepMs: 30 * DAY_MS, newest: 2_000 },
  },
}

/** How messages are sent: every figure is configurable. */
export type MessageSettings = {
  /** Maximum attempts before a message is given up. */
  tries: number
  /** Delay after the first failed attempt; each further delay is `factor` times as long, up to the cap. */
  retry: { firstMs: number; factor: number; capMs: number }
  /** Maximum SMS and calls per phone in 24 hours, and for all phones together: SMS pumping costs money. */
  phoneCaps: { recipient: number; overall: number }
  /**
   * The phone provider is asked what became of a text `firstMs` after it was sent, then ever more rarely,
   * until it knows or `untilMs` have passed.
   */
  arrival: { firstMs: number; untilMs: number }
  /** Test messages per driver within the window. */
  tests: { count: number; windowMs: number }
  /** How long sent and failed messages are listed. */
  keepMs: number
  /** How long the embedded gateways keep messages, and how many at most. */
  received: { keepMs: number; newest: number }
}

/** The operator's setting of notifications: days that the inbox keeps them. */
export type NewsSettings = { keepDays: number }

/** How polls follow the forecast. */
export type PlanSettings = {
  /** Minimum poll rate as a share of the fixed rate, 0 to 1. */
  floorShare: number
  /** Assumed mean lifetime of an offer. */
  lifeMs: number
  /** How long an observation raises the expectation. */
  burstMs: number
  /** The plan is rebuilt after this time. */
  renewMs: number
}

/** How hard a bot searches: run schedules of the service, and 4X, the driver's own. */
export type Speed = '1X' | '2X15' | '2X30' | '3X' | '4X'
export const SPEEDS: readonly Speed[] = ['1X', '2X15', '2X30', '3X', '4X']

/** The driver's own run schedule (4X, professional only). */
export type CustomSpeed = { refreshMs: number; runMinutes: number; sleepMinutes: number }

/** Run schedule of one speed. */
export type SpeedSetting = {
  /** Length of a run window. */
  runMs: number
  /** Rest after a run window. */
  sleepMs: number
  /** Shortest interval between two polls that this speed requests; the budget may lengthen it. */
  pollMs: number
  /** Longest total run time, from the driver's start; null = no limit. */
  totalMs: number | null
  /** Wait before the next start after a run of this speed; null = the ordinary cooling. */
  waitMs: number | null
}

/** Possible faults of an answer. Shares range from 0 (never) to 1 (always). */
export interface Faults {
  /** Share of calls answered 503 or 504. */
  unavailable: number
  /** Delay of a slow answer in real ms, and the share of slow answers. */
  slowMs: number
  slowShare: number
  /** Share of dropped connections: half before the call is executed, half after. */
  drop: number
  /** Share of answers with truncated JSON. */
  truncate: number
  /** Share of empty offer lists. */
  empty: number
  /** Share of offer lists with every offer twice. */
  duplicate: number
  /** Share of offer lists with numbers as words and lists as objects. */
  wrongTypes: number
  /** Share of offer lists of 10 MB. */
  huge: number
  /** Share of answers that arrive in small pieces over two seconds. */
  drip: number
  /** How far the clock shown to the driver is ahead of the market's (ms). */
  skewMs: number
}

/** The parameters of a world. */
export interface Scenario {
  name: ScenarioName
  seed: string
  /** Mean number of new blocks per station and hour, outside bursts. */
  blocksPerHour: number
  /** Mean number of new trips per store and hour that every driver of the metro sees. */
  tripsPerHour: number
  /** How much the time of day affects those means: 0 not at all, 1 fully. */
  dayShape: number
  /** Bursts per station and weekday, at minutes that stay the same each week, and their size in blocks. */
  burstsPerDay: number
  burstSize: number
  /** One more burst per station each this many minutes; 0 = none. */
  burstEveryMinutes: number
  /** How many hours ahead the furthest blocks and trips start. */
  blockReachHours: number
  tripReachHours: number
  /** How long a block stays listed at one price, and how long a trip does. */
  surgeEveryMs: number
  tripListMs: number
  /** Share of unsold blocks withdrawn rather than listed again. */
  withdrawShare: number
  /** Share of blocks that some drivers see later than others. */
  hiddenShare: number
  /** Share of competitors who release their block. */
  forfeitShare: number
  /** Personal offers per hour. */
  reservedPerHour: number
  instantPerHour: number
  timerTripsPerHour: number
  /** Mean number of competitors who would want a well paid offer, by kind. */
  crowd: { quick: number; steady: number; casual: number }
  /** Their median reaction in ms. */
  reactionMs: { quick: number; steady: number; casual: number }
  /** How long, at most, an offer stays listed after a competitor took it. */
  listLagMs: number
  /** Searches per hour; beyond it, refusals for this many minutes. */
  quotaPerHour: number
  lockMinutes: number
  dayLimitMinutes: number
  weekLimitMinutes: number
  /** Mean number of searches between two human checks; 0 = none. */
  searchesPerQuestion: number
  /** When a tip becomes final, after the end of the block. */
  tipFinalMs: number
  /** Jobs of couriers. */
  courier: CourierScenario
  faults: Faults
}

/** How couriers' jobs come and what becomes of accepts. */
export interface CourierScenario {
  /** Mean number of new jobs per place and hour. */
  jobsPerHour: number
  /** Two accepts of an order within this time both succeed, and the later one has it. */
  raceMs: number
  /** Share of orders that a rival's later accept takes away. */
  replacedShare: number
  /** Longest time until somebody agrees, or gives back a place; 0 = only by an admin. */
  decideMs: number
  /** Shares of announcements that are lost, come late, or come twice. */
  lostShare: number
  lateShare: number
  doubledShare: number
}

export type ScenarioName = 'demo' | 'calm' | 'rush' | 'hostile' | 'quiet' | 'courier'

/** No faults. */
export const NO_FAULTS: Faults = {
  unavailable: 0,
  slowMs: 0,
  slowShare: 0,
  drop: 0,
  truncate: 0,
  empty: 0,
  duplicate: 0,
  wrongTypes: 0,
  huge: 0,
  drip: 0,
  skewMs: 0,
}

const MINUTE_MS = 60_000

const CALM: Scenario = {
  name: 'calm',
  seed: 'calm-1',
  blocksPerHour: 4,
  tripsPerHour: 5,
  dayShape: 1,
  burstsPerDay: 3,
  burstSize: 4,
  burstEveryMinutes: 0,
  blockReachHours: 48,
  tripReachHours: 4,
  surgeEveryMs: 10 * MINUTE_MS,
  tripListMs: 2 * MINUTE_MS,
  withdrawShare: 0.15,
  hiddenShare: 0.08,
  forfeitShare: 0.15,
  reservedPerHour: 0.3,
  instantPerHour: 4,
  timerTripsPerHour: 6,
  crowd: { quick: 0.5, steady: 1.2, casual: 2 },
  reactionMs: { quick: 2_500, steady: 20_000, casual: 240_000 },
  listLagMs: 1_000,
  quotaPerHour: 3_600,
  lockMinutes: 30,
  dayLimitMinutes: 8 * 60,
  weekLimitMinutes: 40 * 60,
  searchesPerQuestion: 0,
  tipFinalMs: 24 * 60 * MINUTE_MS,
  courier: {
    jobsPerHour: 0,
    raceMs: 0,
    replacedShare: 0,
    decideMs: 0,
    lostShare: 0,
    lateShare: 0,
    doubledShare: 0,
  },
  faults: NO_FAULTS,
}

/** Jobs of couriers with everything that can become of an accept. */
const COURIER: CourierScenario = {
  jobsPerHour: 6,
  raceMs: 1_500,
  replacedShare: 0.3,
  decideMs: 20 * MINUTE_MS,
  lostShare: 0.2,
  lateShare: 0.2,
  doubledShare: 0.2,
}

/**
 * How a scenario's past is told: by the calm rules of weeks, thinned to what a reader takes in at once. Four
 * weeks of the demo, whose minutes are an hour of a real market, would be two million offers. A scenario of
 * placed offers alone has no past.
 */
export function pastOf(scenario: Scenario): Scenario {
  if (scenario.blocksPerHour === 0 && scenario.tripsPerHour === 0) return scenario
  return { ...CALM, name: scenario.name, blocksPerHour: 1, tripsPerHour: 1 }
}

/** The worlds by name; `quiet` has only placed offers, for tests. */
export const SCENARIOS: Record<ScenarioName, Scenario> = {
  calm: CALM,
  demo: {
    ...CALM,
    name: 'demo',
    seed: 'demo-1',
    blocksPerHour: 240,
    tripsPerHour: 240,
    dayShape: 0,
    burstSize: 3,
    burstEveryMinutes: 3,
    blockReachHours: 10 * 24,
    tripReachHours: 72,
    surgeEveryMs: 30_000,
    tripListMs: 30_000,
    withdrawShare: 0.4,
    hiddenShare: 0.06,
    forfeitShare: 0.06,
    reservedPerHour: 12,
    instantPerHour: 30,
    timerTripsPerHour: 40,
    crowd: { quick: 0.6, steady: 1.4, casual: 2 },
    reactionMs: { quick: 1_600, steady: 9_000, casual: 30_000 },
    listLagMs: 2_000,
    quotaPerHour: 7_200,
    courier: { ...COURIER, jobsPerHour: 20, decideMs: 2 * MINUTE_MS },
    dayLimitMinutes: 12 * 60,
    weekLimitMinutes: 70 * 60,
    tipFinalMs: 20 * MINUTE_MS,
  },
  rush: {
    ...CALM,
    name: 'rush',
    seed: 'rush-1',
    blocksPerHour: 60,
    tripsPerHour: 60,
    dayShape: 0.3,
    burstsPerDay: 12,
    burstSize: 12,
    burstEveryMinutes: 10,
    surgeEveryMs: 2 * MINUTE_MS,
    tripListMs: MINUTE_MS,
    timerTripsPerHour: 20,
    crowd: { quick: 2.5, steady: 4, casual: 5 },
    reactionMs: { quick: 700, steady: 4_000, casual: 40_000 },
  },
  hostile: {
    ...CALM,
    name: 'hostile',
    seed: 'hostile-1',
    blocksPerHour: 60,
    tripsPerHour: 60,
    dayShape: 0,
    burstEveryMinutes: 5,
    surgeEveryMs: MINUTE_MS,
    hiddenShare: 0.3,
    crowd: { quick: 1.5, steady: 2, casual: 2 },
    reactionMs: { quick: 800, steady: 6_000, casual: 60_000 },
    listLagMs: 2_500,
    quotaPerHour: 1_200,
    searchesPerQuestion: 600,
    faults: {
      ...NO_FAULTS,
      unavailable: 0.04,
      slowMs: 1_500,
      slowShare: 0.05,
      drop: 0.02,
      truncate: 0.02,
      empty: 0.05,
      duplicate: 0.05,
      wrongTypes: 0.01,
      huge: 0.001,
      drip: 0.005,
      skewMs: 90_000,
    },
  },
  courier: { ...CALM, name: 'courier', seed: 'courier-1', quotaPerHour: 60_000, courier: COURIER },
  quiet: {
    ...CALM,
    name: 'quiet',
    seed: 'quiet-1',
    blocksPerHour: 0,
    tripsPerHour: 0,
    burstsPerDay: 0,
    withdrawShare: 1,
    forfeitShare: 0,
    reservedPerHour: 0,
    instantPerHour: 0,
    timerTripsPerHour: 0,
    crowd: { quick: 0, steady: 0, casual: 0 },
    listLagMs: 0,
  },
}

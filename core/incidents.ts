import { DAY_MS, HOUR_MS, MINUTE_MS } from './time.ts'
import type { Timestamp } from './time.ts'

/** Everything that can be wrong with the service; each has its text in both languages. */
export const INCIDENT_KINDS = [
  'killed',
  'starts_closed',
  'not_writable',
  'no_workers',
  'silent_bots',
  'stuck_bots',
  'starts_wait',
  'platform_silent',
  'gateway_silent',
  'books_differ',
  'job_fails',
  'job_late',
  'sender_refused',
  'messages_fail',
  'messages_wait',
  'starts_late',
  'support_late',
  'platform_withdrew',
  'backup_old',
  'disk_full',
] as const
export type IncidentKind = (typeof INCIDENT_KINDS)[number]

/** An operator's own switch: shown, without an alert. */
const SWITCHES: readonly IncidentKind[] = ['killed', 'starts_closed']

/** When something is wrong, and when operators are told. */
export type IncidentSettings = {
  /** The channels on which operators are told. */
  email: boolean
  push: boolean
  /** Something must be wrong for so long before operators are told. */
  afterMs: number
  /** Something must be well for so long before it is over; back within it, it is the same incident. */
  overMs: number
  /** Operators are told again of what is still wrong after this. */
  againMs: number
  /** A bot that should have moved on is stuck after this, and one that should have started waits. */
  stuckMs: number
  /** Failures of a job in a row. */
  jobFailures: number
  /** Messages that failed within an hour. */
  failedMessages: number
  /** A message that is due waits after this. */
  waitingMs: number
  /** A backup, once one was made, is old after this. */
  backupMs: number
  /** The disk is full when less than this share of it is free, 0 to 1. */
  freeShare: number
}

/** The state of the service, as it was read. Null = not known. */
export type ServiceReading = {
  killed: boolean
  serverAvailable: boolean
  workers: number
  /** Bots that should be at work. */
  atWork: number
  /** Bots that send no requests, and those whose requests bring no list. */
  silent: { count: number; since: Timestamp | null }
  unread: { count: number; since: Timestamp | null }
  stuck: { count: number; since: Timestamp | null }
  starting: { count: number; since: Timestamp | null }
  platformAnswers: boolean
  /** The last comparison of the books. */
  books: { gateway: boolean; differences: number } | null
  jobs: readonly { name: string; everyMs: number; doneMsAgo: number | null; failures: number }[]
  /**
   * Failures within the last hour, those by `ours`: our number or account, and since when the oldest due
   * message waits.
   */
  messages: { failed: number; ours: number; waiting: number; waitingSince: Timestamp | null }
  /** Autostarts of the last day that came too late. */
  lateStarts: number
  /** Instances that were confirmed by themselves, and no longer are. */
  withdrawnPlatforms: number
  /** Support requests that are overdue. */
  lateRequests: { count: number; since: Timestamp | null }
  backupAt: Timestamp | null
  /** Free share of the disk, 0 to 1. */
  free: number | null
  /** Whether the database stores what it is given. */
  writes: boolean
}

/** Something that is wrong: of a job, `subject` is its name, otherwise ''. */
export type Finding = {
  kind: IncidentKind
  subject: string
  /** How many bots, messages, differences; null where there is nothing to count. */
  count: number | null
  /** Since when, as far as it is known. */
  since: Timestamp | null
}

/** A job is late when it misses three turns and a minute (as in ops/prometheus/alerts.yaml). */
const LATE_TURNS = 3
const LATE_SLACK_MS = MINUTE_MS

/** Everything that is wrong now, the most urgent first. */
export function findIncidents(
  reading: ServiceReading,
  settings: IncidentSettings,
  now: Timestamp,
): Finding[] {
  const findings: Finding[] = [
    ...findBotIncidents(reading, settings, now),
    ...findJobIncidents(reading, settings),
    ...findMoneyIncidents(reading),
    ...findMessageIncidents(reading, settings, now),
    ...findMachineIncidents(reading, settings, now),
  ]
  return findings.toSorted((one, other) => urgencyOf(one) - urgencyOf(other))
}

function urgencyOf({ kind }: Finding): number {
  return INCIDENT_KINDS.indexOf(kind)
}

function when(holds: boolean, kind: IncidentKind, more: Partial<Finding> = {}): Finding[] {
  return holds ? [{ kind, subject: '', count: null, since: null, ...more }] : []
}

function isOlder(at: Timestamp | null, ms: number, now: Timestamp): boolean {
  return at !== null && now - at > ms
}

function findBotIncidents(reading: ServiceReading, settings: IncidentSettings, now: Timestamp): Finding[] {
  const { silent, unread, stuck, starting, lateStarts, withdrawnPlatforms } = reading
  return [
    ...when(reading.killed, 'killed'),
    ...when(!reading.serverAvailable, 'starts_closed'),
    ...when(reading.workers === 0 && reading.atWork > 0, 'no_workers', { count: reading.atWork }),
    ...when(silent.count > 0, 'silent_bots', silent),
    ...when(stuck.count > 0, 'stuck_bots', stuck),
    ...when(isOlder(starting.since, settings.stuckMs, now), 'starts_wait', starting),
    ...when(unread.count > 0 || !reading.platformAnswers, 'platform_silent', unread.count > 0 ? unread : {}),
    ...when(lateStarts > 0, 'starts_late', { count: lateStarts }),
    ...when(withdrawnPlatforms > 0, 'platform_withdrew', { count: withdrawnPlatforms }),
  ]
}

function findJobIncidents({ jobs }: ServiceReading, { jobFailures }: IncidentSettings): Finding[] {
  return jobs.flatMap(({ name, everyMs, doneMsAgo, failures }) => {
    if (failures >= jobFailures) return when(true, 'job_fails', { subject: name, count: failures })
    const late = doneMsAgo !== null && doneMsAgo > LATE_SLACK_MS + LATE_TURNS * everyMs
    return when(late, 'job_late', { subject: name })
  })
}

function findMoneyIncidents({ books }: ServiceReading): Finding[] {
  if (books === null) return []
  const { differences: count } = books
  return [...when(!books.gateway, 'gateway_silent'), ...when(count > 0, 'books_differ', { count })]
}

function findMessageIncidents(
  { messages, lateRequests }: ServiceReading,
  { failedMessages, waitingMs }: IncidentSettings,
  now: Timestamp,
): Finding[] {
  const { failed, ours, waiting, waitingSince } = messages
  const waits = isOlder(waitingSince, waitingMs, now)
  return [
    ...when(ours > 0, 'sender_refused', { count: ours }),
    ...when(failed >= failedMessages, 'messages_fail', { count: failed }),
    ...when(waits, 'messages_wait', { count: waiting, since: waitingSince }),
    ...when(lateRequests.count > 0, 'support_late', lateRequests),
  ]
}

function findMachineIncidents(
  { backupAt, free, writes }: ServiceReading,
  { backupMs, freeShare }: IncidentSettings,
  now: Timestamp,
): Finding[] {
  return [
    ...when(isOlder(backupAt, backupMs, now), 'backup_old', { since: backupAt }),
    ...when(free !== null && free < freeShare, 'disk_full'),
    ...when(!writes, 'not_writable'),
  ]
}

/** An incident that is not over, as it is stored. */
export type OpenIncident = {
  kind: IncidentKind
  subject: string
  openedAt: Timestamp
  /** When it was found last. */
  seenAt: Timestamp
  /** When operators were told last; null = never. */
  toldAt: Timestamp | null
  /** An operator knows of it: it sends no alerts until it worsens. Null = no one has said so. */
  acknowledgedAt: Timestamp | null
  /** It sends no alerts until then, unless it worsens; null = it is not muted. */
  mutedUntil: Timestamp | null
  /** Its count when it was acknowledged or muted. */
  heldCount: number | null
}

/** What to store and to tell after a reading. */
export type IncidentDecision = {
  /** Found now: new ones, and those that continue. */
  seen: Finding[]
  /** Of these operators are told now. */
  tell: Finding[]
  /** Of those seen: no longer acknowledged or muted, since they have worsened or the mute has ended. */
  loud: Finding[]
  /** Over for long enough; operators who got the alert get its end too. */
  over: OpenIncident[]
}

/**
 * Decides by what is open and what is found now. Operators are told once something was wrong for `afterMs`,
 * and again every `againMs`; an incident that comes and goes within `overMs` is one. What is acknowledged or
 * muted is still wrong, and tells nothing until it worsens or the mute ends: then at once.
 */
export function decideIncidents(
  open: readonly OpenIncident[],
  findings: readonly Finding[],
  now: Timestamp,
  { afterMs, overMs, againMs }: IncidentSettings,
): IncidentDecision {
  const same = (one: Pick<Finding, 'kind' | 'subject'>, other: Pick<Finding, 'kind' | 'subject'>) =>
    one.kind === other.kind && one.subject === other.subject
  const isLoud = (finding: Finding): boolean => {
    const entry = open.find((each) => same(each, finding))
    if (entry === undefined) return false
    return (entry.mutedUntil !== null && entry.mutedUntil <= now) || isWorse(finding, entry.heldCount)
  }
  const isDue = (finding: Finding): boolean => {
    if (SWITCHES.includes(finding.kind)) return false
    const entry = open.find((each) => same(each, finding))
    if (entry === undefined) return afterMs === 0
    if (isHeld(entry)) return isLoud(finding)
    return entry.toldAt === null ? now - entry.openedAt >= afterMs : now - entry.toldAt >= againMs
  }
  return {
    seen: [...findings],
    tell: findings.filter(isDue),
    loud: findings.filter(isLoud),
    over: open.filter((each) => !findings.some((one) => same(one, each)) && now - each.seenAt >= overMs),
  }
}

function isHeld({ acknowledgedAt, mutedUntil }: OpenIncident): boolean {
  return acknowledgedAt !== null || mutedUntil !== null
}

/** By this share more than an operator knew of, and by one at least, an incident is worse. */
const WORSE_SHARE = 0.25

/**
 * Whether there is noticeably more of it than an operator knew of. A job that is tried again fails again: it
 * is worse when its failures have doubled.
 */
function isWorse({ kind, count }: Finding, heldCount: number | null): boolean {
  if (count === null || heldCount === null) return false
  const share = kind === 'job_fails' ? 1 : WORSE_SHARE
  return count >= heldCount + Math.max(1, Math.floor(heldCount * share))
}

/** An incident stays muted for at most so long. */
export const MOST_MUTED_MS = 7 * DAY_MS

/** The defaults: mail and push, two minutes of patience, and a reminder twice in a working day. */
export const DEFAULT_INCIDENT_SETTINGS: IncidentSettings = {
  email: true,
  push: true,
  afterMs: 120_000,
  overMs: 600_000,
  againMs: 6 * HOUR_MS,
  stuckMs: 300_000,
  jobFailures: 3,
  failedMessages: 5,
  waitingMs: 600_000,
  backupMs: 26 * HOUR_MS,
  freeShare: 0.1,
}

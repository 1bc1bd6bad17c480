/**
 * What bots did at a platform instance in a month, for its operator and who authorised it: sums and spreads
 * of its members, without their names and earnings.
 */
import { readEmail } from './accounts.ts'
import { addMonths } from './blocks.ts'
import type { HouseRules } from './house-rules.ts'
import { HOUR_MS, toIso } from './time.ts'
import type { Timestamp } from './time.ts'

/** A member who holds a shift that starts in the month, or whose bot judged shifts there. */
export type MemberMonth = {
  hasBot: boolean
  /** Shifts that start in the month and were not given back or lost. */
  byBot: number
  byHand: number
  workMs: number
}

/** Hours of the member with the fewest, of the one in the middle and of the one with the most. */
export type HoursSpread = { least: number; median: number; most: number }

type HouseFigures = {
  shifts: { byBots: number; byPeople: number }
  members: { withBot: number; withoutBot: number }
  /** Null = they are fewer than `LEAST_MEMBERS`. */
  hours: { withBot: HoursSpread | null; withoutBot: HoursSpread | null }
}

/** The report of an instance and a month such as `2026-11`. */
export type HouseReport = HouseFigures & {
  name: string
  month: string
  /** The rules in force now. */
  rules: HouseRules | null
  /** Requests that were granted to bots; null = they were not counted then. */
  requests: number | null
}

/** A spread of fewer members would say what a known one of them works. */
export const LEAST_MEMBERS = 3

/** The figures of a month. */
export function countHouse(members: readonly MemberMonth[]): HouseFigures {
  const withBot = members.filter(({ hasBot }) => hasBot)
  const withoutBot = members.filter(({ hasBot }) => !hasBot)
  return {
    shifts: {
      byBots: sum(members.map(({ byBot }) => byBot)),
      byPeople: sum(members.map(({ byHand }) => byHand)),
    },
    members: { withBot: withBot.length, withoutBot: withoutBot.length },
    hours: { withBot: spreadOf(withBot), withoutBot: spreadOf(withoutBot) },
  }
}

function spreadOf(members: readonly MemberMonth[]): HoursSpread | null {
  if (members.length < LEAST_MEMBERS) return null
  const hours = members.map(({ workMs }) => workMs / HOUR_MS).toSorted((one, other) => one - other)
  const middle = (hours.length - 1) / 2
  const median = (hours[Math.floor(middle)]! + hours[Math.ceil(middle)]!) / 2
  return { least: tenths(hours[0]!), median: tenths(median), most: tenths(hours.at(-1)!) }
}

const tenths = (hours: number): number => Math.round(hours * 10) / 10
const sum = (counts: readonly number[]): number => counts.reduce((total, count) => total + count, 0)

/** The month of a timestamp, such as `2026-11`, in UTC. */
export function monthOf(at: Timestamp): string {
  return toIso(at).slice(0, 7)
}

/** Months of reports, the present one first: since the instance was recorded, a year at most. */
export function monthsOfHouse(createdAt: Timestamp, now: Timestamp): string[] {
  const months = Array.from({ length: 12 }, (_, back) => addMonths(monthOf(now), -back))
  return months.filter((month, back) => back === 0 || month >= monthOf(createdAt))
}

/** Days of a month, in UTC, on which the last month's report is sent: it is over in every zone then. */
const SENT_ON = { from: 2, to: 8 }

/** The month whose report is to be sent now; null = none is. */
export function monthToSend(now: Timestamp): string | null {
  const day = Number(toIso(now).slice(8, 10))
  return day >= SENT_ON.from && day <= SENT_ON.to ? addMonths(monthOf(now), -1) : null
}

/** The e-mail address in what a record says of who authorised an instance; null = it has none. */
export function emailIn(authorisedBy: string): string | null {
  const emails = authorisedBy.split(/[\s<>(),;:"]+/).map(readEmail)
  return emails.find((email) => email !== null) ?? null
}

import { dateFormat } from '@madruga/core/formats.ts'
import type { BotReason, Phase } from '@madruga/core/bot-states.ts'
import type { LogEntry } from '@madruga/core/events.ts'
import { ratePerHourCents } from '@madruga/core/money.ts'
import { isUnstated, offerMinutes } from '@madruga/core/offers.ts'
import type { Offer } from '@madruga/core/offers.ts'
import { payFigure } from '@madruga/core/pay-words.ts'
import type { Clock } from '../kit/clock.ts'

/** A driver whose bot's progress is printed. */
export type Told = { driverId: string; email: string; timeZone: string }

type PrintProgressDeps = {
  clock: Clock
  /** The driver's next log lines after a number, oldest first. */
  readAfter(driverId: string, after: number): Promise<LogEntry[]>
  /** The number of the driver's newest line now. */
  readHead(driverId: string): Promise<number>
  say(line: string): void
}

const LOOK_MS = 500

/**
 * Prints a line for each block that these drivers' bots win from now on, and for each change of their bots'
 * state. The returned function ends it.
 */
export async function printProgress(drivers: readonly Told[], deps: PrintProgressDeps): Promise<() => void> {
  const heads = new Map<string, number>()
  for (const { driverId } of drivers) heads.set(driverId, await deps.readHead(driverId))
  let ended = false
  let cancel: (() => void) | null = null
  const look = async (): Promise<void> => {
    for (const driver of drivers) {
      const entries = await deps.readAfter(driver.driverId, heads.get(driver.driverId) ?? 0)
      for (const entry of entries) {
        heads.set(driver.driverId, entry.seq)
        const line = describe(entry, driver.timeZone)
        if (line !== null && !ended) deps.say(`${driver.email}  ${line}`)
      }
    }
  }
  const again = (): void => {
    if (ended) return
    // Others log that the database is away; its lines are read when it is back.
    cancel = deps.clock.after(LOOK_MS, () => void look().then(again, again))
  }
  again()
  return () => {
    ended = true
    cancel?.()
  }
}

const PHASES: Record<Phase, string> = {
  not_running: 'Not Running',
  preparing: 'Preparing',
  running: 'Running',
  sleeping: 'Sleeping',
  failed_to_launch: 'Failed To Launch',
  pending_termination: 'Pending Termination',
  cooling_down: 'Cooling Down',
}

/** A log line as a sentence for the terminal; null if it is not printed. */
export function describe(entry: LogEntry, timeZone: string): string | null {
  if (entry.type === 'offer.accepted') {
    const { offer, stationCode, reactionMs } = entry.data
    const when = `${clockTime(offer.startAt, timeZone, true)}-${clockTime(offer.endAt, timeZone, false)}`
    const speed =
      reactionMs === null ? '' : `  in ${reactionMs < 10 ? reactionMs.toFixed(1) : Math.round(reactionMs)} ms`
    return `accepted ${stationCode}  ${when}  ${describePay(offer)}${speed}`
  }
  if (entry.type !== 'bot.state_changed') return null
  const { phase, gps, reason, dueAt } = entry.data
  const until = dueAt === null || phase === 'preparing' ? '' : ` until ${clockTime(dueAt, timeZone, false)}`
  return `is ${PHASES[phase]}${gps ? ' + GPS' : ''}${until}${reason === null ? '' : ` (${words(reason)})`}`
}

function words(reason: BotReason): string {
  return reason.replaceAll('_', ' ')
}

function describePay(offer: Offer): string {
  const pay = payFigure('en', offer)
  const payCents = ratePerHourCents(offer.payCents, offerMinutes(offer))
  return isUnstated(offer) || payCents === null
    ? pay
    : `${pay} (${payFigure('en', { ...offer, payCents })}/h)`
}

function clockTime(at: number, timeZone: string, withDay: boolean): string {
  const day = withDay ? ({ weekday: 'short' } as const) : {}
  const time = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  return dateFormat('en-US', { timeZone, ...day, ...time })
    .format(at)
    .replace(',', '')
}

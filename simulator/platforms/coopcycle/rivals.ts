import { drawLogNormal, drawOne, drawWait, openStream } from '../../market.ts'
import type { Agenda } from '../agenda.ts'
import { apply, unapply } from './applications.ts'
import type { Courier, Shift, World } from './model.ts'
import { dayOf, localTime, weekdayOf, weekOf } from './time.ts'
import { hasFree, isOf, isPublished, openCourier, planShift, publishWeek } from './world.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000

/** How the other couriers of an instance behave. */
export interface Crowd {
  couriers: number
  /** Half of them react to a free place within this time; the log-normal's spread. */
  reactionMs: number
  spread: number
  /** The share of them that wants any one place. */
  eager: number
  /** Mean time between two places given back in the whole instance. */
  giveBackMs: number
}

export const DEMO_CROWD: Crowd = {
  couriers: 24,
  reactionMs: 45_000,
  spread: 0.9,
  eager: 0.08,
  giveBackMs: 4 * MINUTE_MS,
}

/** Others take every free place of a shift: new couriers, who have what it requires. */
export function fillShift(world: World, shift: Shift): void {
  while (hasFree(shift)) {
    const username = `other-${shift.id}-${shift.assignments.length + 1}-${world.given}`
    const { requiredSkills: skills } = shift
    apply(world, shift, openCourier(world, { username, password: username, skills }))
  }
}

/** Lets a crowd live in the instance: it takes free places after its reaction times, and gives some back. */
export function openCrowd(world: World, agenda: Agenda, crowd: Crowd): void {
  const names = openStream(world.seed, 'names')
  const rivals = Array.from({ length: crowd.couriers }, (_, at) => {
    const username = `courier-${at + 1}`
    const skills = names() < 0.4 ? ['cargo bike'] : []
    return openCourier(world, { username, password: `${world.seed}-${at}`, skills })
  })
  world.onFree = (shift) => {
    const dice = openStream(world.seed, 'react', shift.id, world.given)
    for (const rival of rivals) {
      if (dice() >= crowd.eager) continue
      const after = Math.round(drawLogNormal(dice, crowd.reactionMs, crowd.spread))
      agenda.at(world.clock.now() + after, () => tryFor(world, shift, rival))
    }
  }
  const dice = openStream(world.seed, 'give back')
  const giveBack = (): void => {
    giveOneBack(world, rivals, dice)
    agenda.at(world.clock.now() + Math.round(drawWait(dice, crowd.giveBackMs)), giveBack)
  }
  agenda.at(world.clock.now() + Math.round(drawWait(dice, crowd.giveBackMs)), giveBack)
}

/** A rival takes a free place that is still there; no one of the crowd joins a wait list or works twice. */
function tryFor(world: World, shift: Shift, rival: Courier): void {
  const now = world.clock.now()
  if (world.shifts.get(shift.id) !== shift || shift.startsAt <= now || !hasFree(shift)) return
  if (!isPublished(world, shift) || [...shift.assignments, ...shift.waitlist].some(isOf(rival))) return
  if (shift.requiredSkills.some((skill) => !rival.skills.has(skill)) || isBusy(world, shift, rival)) return
  apply(world, shift, rival)
}

function isBusy(world: World, shift: Shift, rival: Courier): boolean {
  for (const other of world.shifts.values()) {
    const overlaps = other.startsAt < shift.endsAt && shift.startsAt < other.endsAt
    if (overlaps && other.assignments.some(isOf(rival))) return true
  }
  return false
}

function giveOneBack(world: World, rivals: readonly Courier[], dice: () => number): void {
  const rival = drawOne(dice, rivals)
  const now = world.clock.now()
  const theirs = [...world.shifts.values()].filter(
    (shift) => shift.startsAt > now && isPublished(world, shift) && shift.assignments.some(isOf(rival)),
  )
  if (theirs.length > 0) unapply(world, drawOne(dice, theirs), rival)
}

/** The shifts of a day, from and until as minutes of the wall clock. */
const SHIFTS = [
  { activity: 'delivery', from: 690, until: 870, breakMinutes: 0 },
  { activity: 'delivery', from: 1_080, until: 1_350, breakMinutes: 30 },
  { activity: 'dispatch', from: 1_050, until: 1_320, breakMinutes: 20 },
]

/**
 * Plans and publishes three weeks, most places taken; each morning one more day is planned. Days that an
 * earlier start has planned stay as they are.
 */
export function openSchedule(world: World, agenda: Agenda): void {
  const { timeZone } = world.settings
  const now = world.clock.now()
  const dice = openStream(world.seed, 'schedule')
  const days = 21 - weekdayOf(now, timeZone)
  const react = world.onFree
  // What is planned before the instance opens finds its couriers at once, not by their reaction times.
  world.onFree = () => {}
  const planned = new Set(Array.from(world.shifts.values(), ({ startsAt }) => dayOf(startsAt, timeZone)))
  for (let day = 0; day <= days; day++)
    if (!planned.has(dayOf(localTime(now, timeZone, day, 720), timeZone)))
      planDay(world, now, day, dice, 0.75)
  for (let week = 0; week < 3; week++) publishWeek(world, weekOf(now + week * 7 * DAY_MS, timeZone))
  world.onFree = react
  // No one reacts any more to places that were free when an earlier start ended.
  for (const shift of world.shifts.values())
    if (planned.size > 0 && shift.startsAt > now && hasFree(shift)) react(shift)
  const planNext = (): void => {
    planDay(world, world.clock.now(), days, dice, 0)
    publishWeek(world, weekOf(world.clock.now() + days * DAY_MS, timeZone))
    agenda.at(localTime(world.clock.now(), timeZone, 1, 600), planNext)
  }
  agenda.at(localTime(now, timeZone, 1, 600), planNext)
}

function planDay(world: World, now: number, day: number, dice: () => number, taken: number): void {
  const { timeZone } = world.settings
  for (const { activity, from, until, breakMinutes } of SHIFTS) {
    const shift = planShift(world, {
      activity,
      startsAt: localTime(now, timeZone, day, from),
      endsAt: localTime(now, timeZone, day, until),
      slots: 1 + Math.floor(dice() * 3),
      breakMinutes,
      requiredSkills: dice() < 0.15 ? ['cargo bike'] : [],
    })
    const places = Array.from({ length: shift.slots }, () => dice() < taken).filter(Boolean).length
    const rivals = [...world.couriers.values()].filter(
      (rival) =>
        rival.username.startsWith('courier-') &&
        shift.requiredSkills.every((skill) => rival.skills.has(skill)) &&
        !isBusy(world, shift, rival),
    )
    for (let place = 0; place < places && rivals.length > 0; place++) {
      const [courier] = rivals.splice(Math.floor(dice() * rivals.length), 1)
      if (courier) shift.assignments.push({ id: ++world.given, courier, createdAt: now })
    }
  }
}

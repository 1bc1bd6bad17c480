import { Refusal } from '../refusals.ts'
import type { Place } from './geo.ts'
import { dropInstantOffers } from './personal.ts'
import type { Driver } from './types.ts'
import { isAnswer } from './verification.ts'
import { record } from './world.ts'
import type { World } from './world.ts'

/** Sets the driver's location. */
export function moveDriver(world: World, driver: Driver, location: Place): void {
  driver.location = location
  world.journal.write({ location, driverId: driver.driverId })
  dropInstantOffers(world, driver)
}

/**
 * Requests instant offers on or off; a change is pending until the driver confirms it in the delivery app.
 */
export function switchInstant(world: World, driver: Driver, enabled: boolean): void {
  if (enabled && driver.location === undefined) throw new Refusal('no_location')
  if (driver.instant.enabled !== enabled) setInstant(world, driver, { enabled, confirmed: false })
  record(world, driver, { action: 'instant', status: 200 })
  dropInstantOffers(world, driver)
}

/** The driver confirms the request in the delivery app. */
export function confirmInstant(world: World, driver: Driver): void {
  setInstant(world, driver, { ...driver.instant, confirmed: true })
}

/** A person's answer to the human check; a wrong one is refused and the check stays. */
export function answerQuestion(world: World, driver: Driver, challengeId: string, answer: string): void {
  const challenge = driver.challenge
  if (challenge?.challengeId !== challengeId) throw new Refusal('not_found')
  if (!isAnswer(challenge, answer)) {
    record(world, driver, { action: 'verification', status: 422, code: 'wrong_answer' })
    throw new Refusal('wrong_answer')
  }
  delete driver.challenge
  record(world, driver, { action: 'verification', status: 204 })
}

function setInstant(world: World, driver: Driver, instant: Driver['instant']): void {
  driver.instant = instant
  world.journal.write({ instant, driverId: driver.driverId })
}

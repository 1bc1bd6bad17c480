import type { ContractRouterClient } from '@orpc/contract'
import type { contract } from '@madruga/core/contract.ts'
import { planNumberOf, planOf } from '@madruga/core/plans.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readVariant } from '@madruga/core/variants.ts'
import { currentWords, setLanguage, setTimeZone, setVariant } from './i18n.ts'
import { readLocal, writeLocal } from './local-store.ts'

/** The signed-in driver, from the server. */
export type Driver = NonNullable<
  Awaited<ReturnType<ContractRouterClient<typeof contract>['accounts']['session']>>['driver']
>

/** What this device stores about the last driver: enough for the menu before the server answers. */
export type KnownDriver = Pick<Driver, 'email' | 'app' | 'plan' | 'role'>

/** What the service offers, and whether for money. */
type Offer = { variants: readonly Variant[]; billing: boolean }

let currentId = readLocal('driver')

/**
 * The driver of this page's screens, by their id, whom every request names: tabs share a session, and the
 * server refuses what is asked for one driver in the session of another. Null before one is known.
 */
export const shownDriver = () => currentId

/** A session of this page ended by the driver's own act: its requests name nobody. */
export function leaveDriver(): void {
  writeLocal('driver', (currentId = null))
}

/**
 * Stores language, app, plan, zone, e-mail and id on this device; a session that has ended deletes all but
 * language and id. With what the service offers, also whether anyone pays: menus are drawn before it answers.
 */
export function rememberDriver(driver: Driver | null, offer?: Offer | null): void {
  if (driver) writeLocal('driver', (currentId = driver.id))
  const planNumber = driver && planNumberOf(driver.plan)
  const { email = null, app = null, role = null, timeZone = null } = driver ?? {}
  writeLocal('email', email)
  writeLocal('app', app)
  writeLocal('prepaid', planNumber && String(planNumber))
  writeLocal('role', role)
  setTimeZone(timeZone)
  setVariant(readVariant(app, offer?.variants))
  if (offer) writeLocal('billing', offer.billing ? null : 'off')
}

/** Switches to the language that the driver chose; for one who never did, the device keeps its own. */
export async function speakAs({
  language,
  languageChosen,
}: Pick<Driver, 'language' | 'languageChosen'>): Promise<void> {
  if (languageChosen && language !== currentWords().language) await setLanguage(language)
}

/** The last driver of this device; null if there was none or they signed out. */
export function recallDriver(): KnownDriver | null {
  const email = readLocal('email')
  if (email === null || currentId === null) return null
  const planNumber = readLocal('prepaid')
  return {
    email,
    app: readVariant(readLocal('app')),
    plan: planOf(planNumber === '1' ? 1 : planNumber === '2' ? 2 : null),
    role: readLocal('role') === 'operator' ? 'operator' : 'driver',
  }
}

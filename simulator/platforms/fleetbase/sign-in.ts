import { createHash } from 'node:crypto'
import { makeId } from '../../market.ts'
import type { Driver } from './model.ts'
import type { World } from './world.ts'

/** Who calls: the operator by their key, a driver by a token, or no one known. */
export type Caller = { kind: 'operator' } | { kind: 'driver'; driver: Driver } | null

export interface SignIns {
  identify(bearer: string | null): Caller
  /** A driver by e-mail address or telephone number. */
  find(identity: string): Driver | undefined
  open(driver: Driver): string
  /** The code that a text message would bring. */
  makeCode(driver: Driver): string
  /** Whether the code is right; it serves again. */
  useCode(driver: Driver, code: string): boolean
  readCode(driverId: string): string | null
  /** Ends every token of a driver. */
  end(driverId: string): void
  dump(): KeptSignIns
  load(kept: KeptSignIns): void
}

/** Tokens as they are written to a file. Codes end with the process. */
export interface KeptSignIns {
  opened: number
  tokens: { token: string; driverId: string }[]
}

/** Creates the sign-ins of a world. `key` is the operator's. */
export function createSignIns(world: World, seed: string, key: string): SignIns {
  const tokens = new Map<string, { driverId: string }>()
  const codes = new Map<string, string>()
  let opened = 0
  return {
    identify(bearer) {
      if (bearer === null) return null
      if (bearer === key) return { kind: 'operator' }
      const token = tokens.get(bearer)
      if (token === undefined) return null
      const driver = world.drivers.get(token.driverId)
      return driver === undefined ? null : { kind: 'driver', driver }
    },
    find: (identity) =>
      [...world.drivers.values()].find(
        ({ email, phone }) => email === identity.toLowerCase() || phone === `+${identity.replace('+', '')}`,
      ),
    open(driver) {
      const token = `${++opened}|${makeId('', seed, driver.id, 'token', opened)}`
      tokens.set(token, { driverId: driver.id })
      world.note('signed_in', driver.id, null)
      return token
    },
    makeCode(driver) {
      const digest = createHash('sha256').update(`${seed} ${driver.id} ${opened++}`).digest()
      const code = String(digest.readUInt32BE(0) % 1_000_000).padStart(6, '0')
      codes.set(driver.id, code)
      return code
    },
    useCode(driver, code) {
      return code !== '' && codes.get(driver.id) === code
    },
    readCode: (driverId) => codes.get(driverId) ?? null,
    end(driverId) {
      for (const [token, owner] of tokens) if (owner.driverId === driverId) tokens.delete(token)
    },
    dump: () => ({ opened, tokens: Array.from(tokens, ([token, owner]) => ({ token, ...owner })) }),
    load(kept) {
      opened = kept.opened
      for (const { token, driverId } of kept.tokens) tokens.set(token, { driverId })
    },
  }
}

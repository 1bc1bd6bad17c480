import { keepBlock } from './blocks.ts'
import { forgetRefreshTokens, putDriver } from './drivers.ts'
import type { JournalLine } from './journal-line.ts'
import type { Block } from './types.ts'
import type { World } from './world.ts'

/** Replays one line of the journal into a new world. */
export function restoreLine(world: World, line: JournalLine): void {
  if ('driver' in line) {
    putDriver(world, line.driver)
    return
  }
  if ('entry' in line) {
    world.ledger.restore(line.entry)
    if (line.block !== undefined) restoreBlock(world, line.block)
    return
  }
  const driver = world.drivers.get(line.driverId)
  if (driver === undefined) return
  if ('refreshToken' in line) world.refreshTokens.set(line.refreshToken, line.driverId)
  else if ('signedOut' in line) forgetRefreshTokens(world, line.driverId)
  else if ('instant' in line) driver.instant = line.instant
  else driver.location = line.location
}

function restoreBlock(world: World, block: Block): void {
  const known = world.blocks.get(block.blockId)
  const driver = world.drivers.get(block.driverId)
  if (known !== undefined) Object.assign(known, block)
  else if (driver !== undefined) keepBlock(world, driver, block)
}

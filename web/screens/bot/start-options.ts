import { describeVariant } from '@madruga/core/variants.ts'
import { START_MODES } from '@madruga/core/bot-states.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readLocal, writeLocal } from '../../local-store.ts'

export type StartOptions = {
  mode: StartMode
  liveLog: boolean
  /** Watch only, for so long; not stored, so that no one watches by mistake. */
  shadowMinutes?: number
}

/** The mode, if the driver's app has it. */
export function modeFor(variant: Variant, mode: StartMode): StartMode {
  const { startModes } = describeVariant(variant)
  return startModes.find((each) => each === mode) ?? startModes[0]
}

/** The options of the last start on this device; regular with the live log if there was none. */
export function recallOptions(): StartOptions {
  const storedMode = readLocal('start.mode')
  return {
    mode: START_MODES.find((mode) => mode === storedMode) ?? 'regular',
    liveLog: readLocal('start.liveLog') !== 'off',
  }
}

export function rememberOptions(options: StartOptions): void {
  writeLocal('start.mode', options.mode)
  writeLocal('start.liveLog', options.liveLog ? 'on' : 'off')
}

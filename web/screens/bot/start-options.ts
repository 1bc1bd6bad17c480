import { START_MODES } from '@madruga/core/bot.ts'
import type { StartMode } from '@madruga/core/bot.ts'
import type { Variant } from '@madruga/core/offers.ts'
import { readLocal, writeLocal } from '../../local-store.ts'

export type StartOptions = {
  mode: StartMode
  liveLog: boolean
  /** Only watch for so long; not remembered, so that nobody watches by mistake. */
  shadowMinutes?: number
}

/** What a driver's app has: instant offers are an amazon matter. */
export function modeFor(variant: Variant, mode: StartMode): StartMode {
  return variant === 'spark' ? 'regular' : mode
}

/** The options of the last start on this device; regular with the live log where there was none. */
export function recallOptions(): StartOptions {
  const kept = readLocal('start.mode')
  return {
    mode: START_MODES.find((mode) => mode === kept) ?? 'regular',
    liveLog: readLocal('start.liveLog') !== 'off',
  }
}

export function rememberOptions(options: StartOptions): void {
  writeLocal('start.mode', options.mode)
  writeLocal('start.liveLog', options.liveLog ? 'on' : 'off')
}

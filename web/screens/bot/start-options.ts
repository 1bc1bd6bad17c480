import { START_MODES } from '@madruga/core/bot.ts'
import type { StartMode } from '@madruga/core/bot.ts'
import { readKept, writeKept } from '../../kept.ts'

export type StartOptions = {
  mode: StartMode
  liveLog: boolean
  /** Only watch for so long; not remembered, so that nobody watches by mistake. */
  shadowMinutes?: number
}

/** The options of the last start on this device; regular with the live log where there was none. */
export function recallOptions(): StartOptions {
  const kept = readKept('start.mode')
  return {
    mode: START_MODES.find((mode) => mode === kept) ?? 'regular',
    liveLog: readKept('start.liveLog') !== 'off',
  }
}

export function rememberOptions(options: StartOptions): void {
  writeKept('start.mode', options.mode)
  writeKept('start.liveLog', options.liveLog ? 'on' : 'off')
}

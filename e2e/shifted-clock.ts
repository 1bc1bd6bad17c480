/**
 * Preloaded by the product's process and its threads: their clock is `TEST_SHIFT_MS` ahead of the machine's,
 * so that a journey can run at any time of day.
 */
const shiftMs = Number(process.env['TEST_SHIFT_MS'] ?? 0)
const machineNow = Date.now

class ShiftedDate extends Date {
  constructor(...given: [] | [number]) {
    if (given.length === 0) super(machineNow() + shiftMs)
    else super(...given)
  }

  static override now(): number {
    return machineNow() + shiftMs
  }
}

if (shiftMs !== 0) Object.assign(globalThis, { Date: ShiftedDate })

/**
 * The next multiple of `step` in a direction, never below zero: 17 steps by 5 to 20 or 15. A field without a
 * number starts at zero.
 */
export function nextStep(value: number | null, step: number, direction: 1 | -1): number {
  const from = value === null || Number.isNaN(value) ? 0 : value / step
  // 0.3 / 0.1 is 2.9999999999999996.
  const near = Math.round(from * 1e6) / 1e6
  const next = direction === 1 ? Math.floor(near) + 1 : Math.ceil(near) - 1
  return Math.max(0, Math.round(next * step * 1e6) / 1e6)
}

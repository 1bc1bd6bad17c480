/** Being built. */
export function Support() {
  return null
}

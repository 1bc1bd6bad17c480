/** Being built. */
export function CodeEntry() {
  return null
}

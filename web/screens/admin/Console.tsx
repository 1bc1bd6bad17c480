/** Being built. */
export function Console() {
  return null
}

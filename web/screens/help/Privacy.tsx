/** Being built. */
export function Privacy() {
  return null
}

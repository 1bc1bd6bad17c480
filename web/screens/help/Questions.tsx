/** Being built. */
export function Questions() {
  return null
}

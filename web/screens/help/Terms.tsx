/** Being built. */
export function Terms() {
  return null
}

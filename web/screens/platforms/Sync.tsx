/** Being built. */
export function Sync() {
  return null
}

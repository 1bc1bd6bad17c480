/** Being built. */
export function Received() {
  return null
}

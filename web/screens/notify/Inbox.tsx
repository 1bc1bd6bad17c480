/** Being built. */
export function Inbox() {
  return null
}

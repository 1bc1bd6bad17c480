/** Being built. */
export function Profile() {
  return null
}

/** Being built. */
export function NewPassword() {
  return null
}

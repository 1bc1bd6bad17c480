/** Being built. */
export function Register() {
  return null
}

/** Being built. */
export function History() {
  return null
}

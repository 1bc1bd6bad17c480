/** Being built. */
export function BotInfo() {
  return null
}

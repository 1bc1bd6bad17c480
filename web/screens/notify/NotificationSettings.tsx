/** Being built. */
export function NotificationSettings() {
  return null
}

/**
 * A zone's name in the language, such as `Eastern Time` or `hora del este`; its own name if the browser has
 * none.
 */
export function zoneName({ locale }: { locale: string }, timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat(locale, { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return timeZone
  }
}

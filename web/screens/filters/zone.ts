import type { Words } from '../../i18n.ts'

/** A zone as the language calls it; its own name where it has none. */
export function zoneName(words: Words, timeZone: string): string {
  try {
    const parts = new Intl.DateTimeFormat(words.locale, {
      timeZone,
      timeZoneName: 'longGeneric',
    }).formatToParts()
    return parts.find((part) => part.type === 'timeZoneName')?.value ?? timeZone
  } catch {
    return timeZone
  }
}

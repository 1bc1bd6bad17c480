/**
 * The phone of a registration as it is stored: 11 digits with the leading 1. The input is the 10 digits of a
 * United States number; spaces and symbols are ignored. Null for anything else.
 */
export function readNewPhone(typed: string): string | null {
  const digits = typed.replaceAll(/[\s().·‐-―+-]/g, '')
  return /^[2-9]\d{9}$/.test(digits) ? `1${digits}` : null
}

/** A United States phone as it is stored, typed with or without its leading 1. Null for anything else. */
export function readAnyPhone(typed: string): string | null {
  return readNewPhone(typed) ?? readNewPhone(typed.replace(/^\W*1/, ''))
}

/**
 * Whether a text is a phone as the profile accepts it: 11 digits with the leading 1, no spaces or symbols.
 */
export function isFullPhone(text: string): boolean {
  return /^1[2-9]\d{9}$/.test(text)
}

/**
 * The phone of a registration, as it is kept: 11 digits with the leading 1. What is typed are the 10 digits
 * of a number of the United States; spaces and symbols do not count. Null when it is anything else.
 */
export function readNewPhone(typed: string): string | null {
  const digits = typed.replaceAll(/[\s().·‐-―+-]/g, '')
  return /^[2-9]\d{9}$/.test(digits) ? `1${digits}` : null
}

/**
 * A phone of the United States as it is kept, typed with its leading 1 or without. Null when it is anything
 * else.
 */
export function readAnyPhone(typed: string): string | null {
  return readNewPhone(typed) ?? readNewPhone(typed.replace(/^\W*1/, ''))
}

/** Whether a text is a phone as the profile takes it: 11 digits with the leading 1, no spaces or symbols. */
export function isFullPhone(text: string): boolean {
  return /^1[2-9]\d{9}$/.test(text)
}

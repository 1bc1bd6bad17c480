/** The terms that a driver agrees to when they register, by the date on which they were written. */
export const TERMS_VERSION = '2026-11-22'

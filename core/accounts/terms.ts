/** The terms that a driver accepts at registration, identified by their date. */
export const TERMS_VERSION = '2026-11-22'

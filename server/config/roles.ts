/** What a process does: everything (`all`), or one part of it. */
export const ROLES = ['all', 'api', 'bot', 'jobs'] as const

export type Role = (typeof ROLES)[number]

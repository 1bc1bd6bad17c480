/** The profile: names, contacts, sessions, the whole account. */
export const profile = {} as const

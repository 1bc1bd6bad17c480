/** The account at the delivery platform, and its stations. */
export const sync = {} as const

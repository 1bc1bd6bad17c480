/** The console of the operator. */
export const admin = {} as const

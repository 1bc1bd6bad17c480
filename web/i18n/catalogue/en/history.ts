/** The history of offers. */
export const history = {} as const

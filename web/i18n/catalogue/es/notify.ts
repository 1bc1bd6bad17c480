export const notify = {} as const

export const help = {} as const

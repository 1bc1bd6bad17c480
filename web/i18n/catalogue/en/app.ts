/** The installed app: new versions, offline. */
export const app = {} as const

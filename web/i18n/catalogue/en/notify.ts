/** News, alerts and how they reach the driver. */
export const notify = {} as const

/** Entry of blocks: what a driver holds, and the actions around it. */
export * from './blocks/model.ts'
export * from './blocks/pay.ts'
export * from './blocks/check-in.ts'
export * from './blocks/release.ts'
export * from './blocks/reminder.ts'
export * from './blocks/days.ts'
export * from './blocks/month.ts'
export * from './blocks/lanes.ts'

/**
 * The door of schedules: hours of the week on a driver's wall clock, and the stretches of time that they
 * mean.
 */
export * from './schedule/model.ts'
export * from './schedule/windows.ts'
export * from './schedule/zone.ts'

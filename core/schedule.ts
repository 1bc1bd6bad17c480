/** Entry of schedules: weekly hours on a driver's wall clock, and the time spans that they stand for. */
export * from './schedule/model.ts'
export * from './schedule/windows.ts'
export * from './schedule/zone.ts'

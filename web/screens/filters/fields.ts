/**
 * The door of fields: a filter as its form holds it, there and back, and which field a refusal belongs to.
 */
export * from './fields/amazon.ts'
export * from './fields/clock.ts'
export * from './fields/common.ts'
export * from './fields/numbers.ts'
export * from './fields/setting.ts'
export * from './fields/week.ts'

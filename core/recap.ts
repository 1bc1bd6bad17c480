/** The door of the recap: what a week brought, what was missed and why, and what would have been. */
export * from './recap/causes.ts'
export * from './recap/changes.ts'
export * from './recap/missed.ts'
export * from './recap/model.ts'
export * from './recap/net.ts'
export * from './recap/spans.ts'
export * from './recap/tally.ts'
export * from './recap/what-if.ts'

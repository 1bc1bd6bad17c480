/** Entry of the recap: the results of a week, what was missed and why, and the counterfactuals. */
export * from './recap/causes.ts'
export * from './recap/changes.ts'
export * from './recap/missed.ts'
export * from './recap/model.ts'
export * from './recap/net.ts'
export * from './recap/spans.ts'
export * from './recap/tally.ts'
export * from './recap/what-if.ts'

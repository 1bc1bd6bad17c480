/**
 * Entry of filters: what a driver wants, whether an offer matches and why, and whether a filter may be saved.
 */
export * from './filters/codes.ts'
export * from './filters/copy.ts'
export * from './filters/fit.ts'
export * from './filters/judge.ts'
export * from './filters/mend.ts'
export * from './filters/model.ts'
export * from './filters/pay-choices.ts'
export * from './filters/propose.ts'
export * from './filters/replay.ts'
export * from './filters/restore.ts'
export * from './filters/review.ts'
export * from './filters/transfer.ts'
export * from './filters/validate.ts'
export * from './filters/widen.ts'

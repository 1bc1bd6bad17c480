/**
 * The door of autostart: what a task of starting or stopping by itself is, when it is due, and why one is
 * refused.
 */
export * from './autostart/model.ts'
export { checkTask, type Checked, type TaskFacts } from './autostart/check.ts'
export { dueAtOn, occurrenceAfter, occurrencesOf } from './autostart/due.ts'
export { readWish, type ReadWish } from './autostart/wish.ts'

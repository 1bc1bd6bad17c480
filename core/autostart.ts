/** Entry of autostart: tasks that start or stop the bot, when they are due, and why one is rejected. */
export * from './autostart/model.ts'
export { checkTask, type TaskFacts } from './autostart/check.ts'
export { dueAtOn, occurrenceAfter, occurrencesOf } from './autostart/due.ts'
export { readTask } from './autostart/read.ts'

/** The door of the bot: what a driver's search is, and what it does next. */
export * from './bot/model.ts'

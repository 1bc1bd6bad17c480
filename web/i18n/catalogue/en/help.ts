/** Support, questions, terms, and what the bot is. */
export const help = {} as const

import { accountQuestions } from './questions-account.ts'
import { botQuestions } from './questions-bot.ts'
import { offersQuestions } from './questions-offers.ts'

/** Drivers' questions and answers: the product's rules in plain words. */
export const questions = { ...botQuestions, ...offersQuestions, ...accountQuestions }

import { accountQuestions } from './questions-account.ts'
import { beyondQuestions } from './questions-beyond.ts'
import { botQuestions } from './questions-bot.ts'
import { offersQuestions } from './questions-offers.ts'

/** What drivers ask, and the answers: the product's rules in plain words. */
export const questions = { ...botQuestions, ...offersQuestions, ...beyondQuestions, ...accountQuestions }

import { accountQuestions } from './questions-account.ts'
import { botQuestions } from './questions-bot.ts'
import { offersQuestions } from './questions-offers.ts'

export const questions = { ...botQuestions, ...offersQuestions, ...accountQuestions }

/** The languages that the product speaks: one folder and one line each. */
export { en } from './en/language.ts'
export { es } from './es/language.ts'
export { fr } from './fr/language.ts'

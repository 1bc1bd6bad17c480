import { withMoreWords } from './i18n.ts'

/** Parts of home and the frame that come after the first screen: the first load names only this file. */

export const loadBell = () => withMoreWords(import('./screens/shell/Bell.tsx')).then((module) => module.Bell)
export const loadOldVersion = () =>
  withMoreWords(import('./screens/app/OldVersion.tsx')).then((module) => module.OldVersion)
export const loadOptions = () =>
  withMoreWords(import('./screens/bot/OptionsSheet.tsx')).then((module) => module.OptionsSheet)
export const loadOwed = () =>
  withMoreWords(import('./screens/invoices/Owed.tsx')).then((module) => module.Owed)
export const loadWhy = () =>
  withMoreWords(import('./screens/offers/WhySheet.tsx')).then((module) => module.WhySheet)

import { outline } from './icon.ts'

export const IconMinus = outline('M5 12l14 0')

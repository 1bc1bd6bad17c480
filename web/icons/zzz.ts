import { outline } from './icon.ts'

export const IconZzz = outline('M4 12h6l-6 8h6', 'M14 4h6l-6 8h6')

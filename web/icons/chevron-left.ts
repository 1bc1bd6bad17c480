import { outline } from './icon.ts'

export const IconChevronLeft = outline('M15 6l-6 6l6 6')

import { outline } from './icon.ts'

export const IconLoader2 = outline('M12 3a9 9 0 1 0 9 9')

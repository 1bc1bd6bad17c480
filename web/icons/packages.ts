import { outline } from './icon.ts'

export const IconPackages = outline(
  'M7 16.5l-5 -3l5 -3l5 3v5.5l-5 3l0 -5.5',
  'M2 13.5v5.5l5 3',
  'M7 16.545l5 -3.03',
  'M17 16.5l-5 -3l5 -3l5 3v5.5l-5 3l0 -5.5',
  'M12 19l5 3',
  'M17 16.5l5 -3',
  'M12 13.5v-5.5l-5 -3l5 -3l5 3v5.5',
  'M7 5.03v5.455',
  'M12 8l5 -3',
)

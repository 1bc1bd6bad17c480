import { outline } from './icon.ts'

export const IconCalendarShare = outline(
  'M12 21h-6a2 2 0 0 1 -2 -2v-12a2 2 0 0 1 2 -2h12a2 2 0 0 1 2 2v6',
  'M16 3v4',
  'M8 3v4',
  'M4 11h16',
  'M16 22l5 -5',
  'M21 21.5v-4.5h-4.5',
)

import { outline } from './icon.ts'

export const IconMailbox = outline(
  'M10 21v-6.5a3.5 3.5 0 0 0 -7 0v6.5h18v-6a4 4 0 0 0 -4 -4h-10.5',
  'M12 11v-8h4l2 2l-2 2h-4',
  'M6 15h1',
)

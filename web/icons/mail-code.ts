import { outline } from './icon.ts'

export const IconMailCode = outline(
  'M11 19h-6a2 2 0 0 1 -2 -2v-10a2 2 0 0 1 2 -2h14a2 2 0 0 1 2 2v6',
  'M3 7l9 6l9 -6',
  'M20 21l2 -2l-2 -2',
  'M17 17l-2 2l2 2',
)

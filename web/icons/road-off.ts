import { outline } from './icon.ts'

export const IconRoadOff = outline(
  'M4 19l3.332 -11.661',
  'M16 5l2.806 9.823',
  'M12 8v-2',
  'M12 13v-1',
  'M12 18v-2',
  'M3 3l18 18',
)

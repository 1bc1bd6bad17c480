import { outline } from './icon.ts'

export const IconRoad = outline('M4 19l4 -14', 'M16 5l4 14', 'M12 8v-2', 'M12 13v-2', 'M12 18v-2')

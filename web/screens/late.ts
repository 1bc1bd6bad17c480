import type { HomeScreen, Screen } from './table.ts'

/** Home's destinations; the last is for an unknown address. */
export type LateScreen = Exclude<Screen, HomeScreen> | 'not-found'

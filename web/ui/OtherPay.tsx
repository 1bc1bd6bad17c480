import { withMoreWords } from '../i18n.ts'
import { onDemand } from './on-demand.ts'
import type { OtherPayProps } from './OtherPayLine.tsx'

/**
 * Under a sum, one muted line: what is paid in other currencies, which is not in it. Nothing if all is of one
 * currency; few drivers need it, so that it is not in the first load.
 */
export const OtherPay = onDemand(
  () => withMoreWords(import('./OtherPayLine.tsx')).then((module) => module.OtherPayLine),
  ({ of }: OtherPayProps) => of.others.length > 0,
)

import { withMoreWords } from '../i18n.ts'
import { onDemand } from './on-demand.ts'
import type { OtherPayProps } from './OtherPayLine.tsx'

/** The line of other currencies for home and the landing: few need it, so it is not in the first load. */
export const OtherPay = onDemand(
  () => withMoreWords(import('./OtherPayLine.tsx')).then((module) => module.OtherPayLine),
  ({ of }: OtherPayProps) => of.others.length > 0,
)

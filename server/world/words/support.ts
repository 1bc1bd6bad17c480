import type { Words } from '../../http.ts'
import { notYet } from '../not-yet.ts'

/** The operations of support. */
export function supportWord(): Words['support'] {
  return {
    list: notYet,
    open: notYet,
    reply: notYet,
  }
}

import type { Words } from '../../http.ts'
import { notYet } from '../not-yet.ts'

/** The operations of admin. */
export function adminWord(): Words['admin'] {
  return {
    drivers: notYet,
    driver: notYet,
    setStatus: notYet,
    setDevice: notYet,
    endSessions: notYet,
    service: notYet,
    setService: notYet,
    kill: notYet,
    requests: notYet,
    replyToRequest: notYet,
    closeRequest: notYet,
    messages: notYet,
    audit: notYet,
  }
}

import { z } from 'zod'
import { INCIDENT_KINDS } from '../incidents.ts'
import { instant } from './shapes.ts'

/** Something that is wrong with the service, or was. */
export const incident = z.object({
  kind: z.enum(INCIDENT_KINDS),
  /** The name of a job, otherwise ''. */
  subject: z.string(),
  count: z.int().nonnegative().nullable(),
  /** Since when it is known to be so; null = since it was opened. */
  since: instant.nullable(),
  openedAt: instant,
  toldAt: instant.nullable(),
  overAt: instant.nullable(),
})

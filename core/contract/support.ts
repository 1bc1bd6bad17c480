import { z } from 'zod'
import { REQUEST_STATES, SUPPORT_TOPICS } from '../support.ts'
import { operationsOf } from './access.ts'
import { instant, typedText } from './shapes.ts'

const own = operationsOf('driver', 'support')

export const supportRequest = z.object({
  id: z.int().positive(),
  topic: z.enum(SUPPORT_TOPICS),
  state: z.enum(REQUEST_STATES),
  openedAt: instant,
  /**
   * When an answer is due: 24 hours after the driver's last message (the seed's promise); null once answered.
   */
  dueAt: instant.nullable(),
  messages: z.array(
    z.object({
      id: z.int().positive(),
      author: z.enum(['driver', 'operator']),
      text: z.string(),
      at: instant,
    }),
  ),
})

/** Drivers' requests to the support staff. */
export const support = {
  list: own
    .get('/requests', "The driver's requests, newest first, with what was said")
    .output(z.object({ requests: z.array(supportRequest), replyHours: z.int().positive() })),
  open: own.whileSuspended
    .post('/requests', 'Ask something')
    .input(z.object({ topic: z.enum(SUPPORT_TOPICS), text: typedText(4_000) }))
    .output(supportRequest),
  reply: own.whileSuspended
    .post('/requests/{id}/replies', 'Say more about it; a closed one opens again')
    .input(z.object({ id: z.coerce.number().int().positive(), text: typedText(4_000) }))
    .output(supportRequest),
}

import { z } from 'zod'
import type { PlatformTrouble } from '../../model.ts'
import { readJson, trouble } from '../rest.ts'
import { instant } from '../shapes.ts'

const refusal = z.object({
  error: z.object({
    code: z.string().max(100),
    challengeId: z.string().max(200).optional(),
    offerId: z.string().max(200).optional(),
    retryAfterMs: z.number().int().nonnegative().max(86_400_000).optional(),
    opensAt: instant.optional(),
    distanceM: z.number().nonnegative().optional(),
    skills: z.array(z.string().max(200)).max(50).optional(),
  }),
})

/** A refusal of the market; `code` is empty if it cannot be read. */
export type Refusal = z.infer<typeof refusal>['error']

/** The refusal in the JSON of a reply that is not a success. */
export function readRefusal(said: unknown): Refusal {
  const { data } = refusal.safeParse(said)
  return data?.error ?? { code: '' }
}

/** The refusal in the text of such a reply. */
export function readRefusalText(body: string): Refusal {
  return readJson(body, refusal)?.error ?? { code: '' }
}

/** The trouble of a reply that is not a success. `waitMs` is the header's; null if there is none. */
export function troubleOf(status: number, said: Refusal, waitMs: number | null): PlatformTrouble {
  const detail = said.code === '' ? `status ${status}` : said.code
  const retryAfterMs = said.retryAfterMs ?? waitMs
  if (status === 401) {
    return trouble(said.code === 'invalid_credentials' ? 'sign_in_refused' : 'sign_in_needed', detail)
  }
  if (status === 403 && said.code === 'human_verification') {
    return { ...trouble('human_needed', detail), challengeId: said.challengeId ?? null }
  }
  if (status === 429) return { ...trouble('rate_limited', detail), retryAfterMs }
  if (status >= 500) return { ...trouble('unavailable', detail), retryAfterMs }
  return trouble('unexpected_reply', detail)
}

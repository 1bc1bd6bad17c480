import type { Trouble } from '@madruga/core/events.ts'
import { z } from 'zod'
import type { PlatformTrouble } from '../model.ts'

const refusal = z.object({
  error: z.object({
    code: z.string().max(100),
    challengeId: z.string().max(200).optional(),
    offerId: z.string().max(200).optional(),
    retryAfterMs: z.number().int().nonnegative().max(86_400_000).optional(),
    opensAt: z.iso.datetime().optional(),
    distanceM: z.number().nonnegative().optional(),
    skills: z.array(z.string().max(200)).max(50).optional(),
  }),
})

/** A refusal of the market; `code` is empty if it cannot be read. */
export type Refusal = z.infer<typeof refusal>['error']

/** The refusal in the body of a reply that is not a success. */
export function readRefusal(body: string): Refusal {
  try {
    const parsed = refusal.safeParse(JSON.parse(body))
    return parsed.success ? parsed.data.error : { code: '' }
  } catch {
    return { code: '' }
  }
}

export function trouble(kind: Trouble, detail: string | null = null): PlatformTrouble {
  return { trouble: kind, retryAfterMs: null, challengeId: null, detail }
}

/** The trouble of a reply that is not a success. `retryAfterSeconds` is the header's, -1 if there is none. */
export function troubleOf(status: number, said: Refusal, retryAfterSeconds: number): PlatformTrouble {
  const detail = said.code === '' ? `status ${status}` : said.code
  const retryAfterMs = said.retryAfterMs ?? (retryAfterSeconds >= 0 ? retryAfterSeconds * 1_000 : null)
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

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Challenge as AltchaChallenge } from 'altcha-lib'
import type { Outputs } from '@madruga/core/contract.ts'
import { Problem, api, toProblem } from '../../../client.ts'
import { serverNow } from '../../../clock.ts'
import { solve } from './solve.ts'
import type { Proof } from './solve.ts'

export type Asked = Outputs['accounts']['captcha']

/** A proof this close to its end is not sent any more. */
const SPARE_MS = 10_000

export type Captcha = {
  /** `idle` until somebody types; `asking` = the person has to do something in the provider's box. */
  state: 'idle' | 'checking' | 'asking' | 'done' | 'failed'
  /** What the server asked for; null until it answered. */
  asked: Asked | null
  /** Starts the check, once; so that nobody waits for it at the end. */
  begin: () => void
  /** Starts it again after it failed. */
  again: () => void
  /**
   * The proof to send: waits for the running check, begins anew where it failed or ran out. Rejects with a
   * `Problem`.
   */
  proof: () => Promise<string>
  /** A proof was sent: it counts once, so the next one is begun. */
  spend: () => void
  /** What the provider's box found out; null = its proof ran out. */
  fromBox: (text: string | null, failed?: boolean) => void
  /** Counts up when the provider's box has to be drawn anew. */
  round: number
}

/** The check of one form as it runs; the answer is null where a provider's box holds the proof. */
type Run = { answer: Promise<Proof | null>; controller: AbortController }

/** Holds the human check of one form. */
export function useCaptcha(): Captcha {
  const [state, setState] = useState<Captcha['state']>('idle')
  const [asked, setAsked] = useState<Asked | null>(null)
  const [round, setRound] = useState(0)
  const run = useRef<Run | null>(null)
  const boxText = useRef<string | null>(null)
  useEffect(() => () => run.current?.controller.abort(), [])

  const start = useCallback((): Run => {
    run.current?.controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    boxText.current = null
    setState('checking')
    setRound((count) => count + 1)
    const work = async (): Promise<Proof | null> => {
      const next = await api.accounts.captcha(undefined, { signal })
      if (!signal.aborted) setAsked(next)
      return next.provider === 'altcha' ? solve(next.challenge as unknown as AltchaChallenge, signal) : null
    }
    const answer = work()
    answer.then(
      (proof) => signal.aborted || setState(proof === null ? 'asking' : 'done'),
      () => signal.aborted || setState('failed'),
    )
    run.current = { answer, controller }
    return run.current
  }, [])

  const begin = useCallback(() => void (run.current ?? start()), [start])
  const again = useCallback(() => void start(), [start])

  const proof = useCallback(async () => {
    const read = async ({ answer }: Run) => {
      const found = await answer
      if (found !== null) return found
      if (boxText.current === null) throw new Problem('accounts.captcha_failed')
      return { text: boxText.current, expiresAt: null }
    }
    const first = await read(run.current ?? start()).catch(toRefusal)
    if (!(first instanceof Problem)) {
      if (first.expiresAt === null || first.expiresAt > serverNow() + SPARE_MS) return first.text
    } else if (run.current && (await run.current.answer.catch(() => undefined)) === null) throw first
    // It ran out, or the line was down: once more, unseen.
    const second = await read(start()).catch(toRefusal)
    if (second instanceof Problem) throw second
    return second.text
  }, [start])

  const fromBox = useCallback((text: string | null, failed = false) => {
    boxText.current = text
    setState(failed ? 'failed' : text === null ? 'asking' : 'done')
  }, [])

  return useMemo(
    () => ({ state, asked, begin, again, proof, spend: again, fromBox, round }),
    [state, asked, begin, again, proof, fromBox, round],
  )
}

/** What the server refused stays; a device that could not solve it has failed the check. */
function toRefusal(thrown: unknown): Problem {
  return thrown instanceof Problem ? toProblem(thrown) : new Problem('accounts.captcha_failed')
}

import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import type { Challenge as AltchaChallenge } from 'altcha-lib'
import type { Outputs } from '@madruga/core/contract.ts'
import { Problem, api, toProblem } from '../../../client.ts'
import { serverNow } from '../../../clock.ts'
import { solve } from './solve.ts'
import type { Proof } from './solve.ts'

export type Asked = Outputs['accounts']['captcha']

/** A proof this close to its expiry is no longer sent. */
const SPARE_MS = 10_000

export type Captcha = {
  /** `idle` until the driver types; `asking` = the person must act in the provider's box. */
  state: 'idle' | 'checking' | 'asking' | 'done' | 'failed'
  /** The server's challenge; null until it answered. */
  asked: Asked | null
  /** Starts the check, once; early, so that no one waits for it at the end. */
  begin: () => void
  /** Restarts it after a failure. */
  again: () => void
  /**
   * The proof to send: waits for the running check, restarts it if it failed or expired. Rejects with a
   * `Problem`.
   */
  proof: () => Promise<string>
  /** A proof was sent: it is valid once, so the next one is started. */
  spend: () => void
  /** The result of the provider's box; null = its proof expired. */
  fromBox: (text: string | null, failed?: boolean) => void
  /** Increases when the provider's box must be redrawn. */
  round: number
}

/** The running check of one form; the answer is null if a provider's box holds the proof. */
type Run = { answer: Promise<Proof | null>; controller: AbortController }

/** The human check of one form. */
export function useCaptcha(): Captcha {
  const [state, setState] = useState<Captcha['state']>('idle')
  const [question, setQuestion] = useState<Asked | null>(null)
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
      if (!signal.aborted) setQuestion(next)
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
      const solution = await answer
      if (solution !== null) return solution
      if (boxText.current === null) throw new Problem('accounts.captcha_failed')
      return { text: boxText.current, expiresAt: null }
    }
    const first = await read(run.current ?? start()).catch(toRefusal)
    if (!(first instanceof Problem)) {
      if (first.expiresAt === null || first.expiresAt > serverNow() + SPARE_MS) return first.text
    } else if (run.current && (await run.current.answer.catch(() => undefined)) === null) throw first
    // It expired, or the connection was lost: once more, silently.
    const second = await read(start()).catch(toRefusal)
    if (second instanceof Problem) throw second
    return second.text
  }, [start])

  const fromBox = useCallback((text: string | null, hasFailed = false) => {
    boxText.current = text
    setState(hasFailed ? 'failed' : text === null ? 'asking' : 'done')
  }, [])

  return useMemo(
    () => ({ state, asked: question, begin, again, proof, spend: again, fromBox, round }),
    [state, question, begin, again, proof, fromBox, round],
  )
}

/** The server's refusal stays; a device that could not solve it has failed the check. */
function toRefusal(thrown: unknown): Problem {
  return thrown instanceof Problem ? toProblem(thrown) : new Problem('accounts.captcha_failed')
}

import { useRef } from 'react'
import type { FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { FieldError } from '@madruga/core/errors.ts'
import { toProblem } from '../../client.ts'
import type { Problem } from '../../client.ts'
import { mayGo } from './may-go.ts'
import { useProblemText } from './problem-text.ts'

/** How a form of an account is sent. */
export type Sending<Answer> = {
  /** What its own rules refuse, before anything is sent. */
  check: () => FieldError[]
  send: () => Promise<Answer>
  /** What follows; until it is through, the form is not sent again. */
  done: (answer: Answer) => unknown
  /** What else a refusal means. */
  refused?: (problem: Problem) => void
  /** The field of the password that the driver has now; a wrong one is told there. */
  passwordPath?: string
}

/**
 * Sends a form: what is refused stands at its fields, by `refuse` of `useFields`, and `refusal` says in words
 * why the whole was. `onSubmit` is the form's.
 */
export function useSending<Answer>(
  refuse: (fields: readonly FieldError[]) => void,
  { check, send, done, refused, passwordPath }: Sending<Answer>,
) {
  const sending = useMutation({ mutationFn: send })
  const underWay = useRef(false)
  const submit = async () => {
    if (underWay.current || !mayGo(check(), sending.reset, refuse)) return
    underWay.current = true
    try {
      await done(await sending.mutateAsync())
    } catch (thrown) {
      const problem = toProblem(thrown)
      refused?.(problem)
      refuse(
        passwordPath !== undefined && isWrongPassword(problem)
          ? [{ path: passwordPath, code: problem.code }]
          : (problem.params.fields ?? []),
      )
    } finally {
      underWay.current = false
    }
  }
  const problem = sending.error ? toProblem(sending.error) : null
  const text = useProblemText(problem)
  return {
    busy: sending.isPending,
    problem,
    refusal: passwordPath !== undefined && isWrongPassword(problem) ? null : text,
    onSubmit: (event: FormEvent) => {
      event.preventDefault()
      void submit()
    },
  }
}

function isWrongPassword(problem: Problem | null): boolean {
  return problem?.code === 'accounts.wrong_password'
}

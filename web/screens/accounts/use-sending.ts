import { useRef } from 'react'
import type { FormEvent } from 'react'
import { useMutation } from '@tanstack/react-query'
import type { FieldError } from '@madruga/core/errors.ts'
import { toProblem } from '../../client.ts'
import type { Problem } from '../../client.ts'
import { mayGo } from './may-go.ts'
import { useProblemText } from './problem-text.ts'

/** Options for submitting an account form. */
export type Sending<Answer> = {
  /** The errors of its own rules, before anything is sent. */
  check: () => FieldError[]
  send: () => Promise<Answer>
  /** The next step; the form is not submitted again until it completes. */
  done: (answer: Answer) => unknown
  /** Additional handling of a refusal. */
  refused?: (problem: Problem) => void
  /** The field of the current password; a wrong one is reported there. */
  passwordPath?: string
}

/**
 * Submits a form: rejected fields get their errors by `refuse` of `useFields`, and `refusal` has the text for
 * the whole form. `onSubmit` is the form's.
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

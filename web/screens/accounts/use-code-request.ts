import { useEffect } from 'react'
import { navigate } from '../../address.ts'
import type { FieldError } from '@madruga/core/errors.ts'
import { useCaptcha } from './captcha.ts'
import { writeTicket } from './ticket.ts'
import type { CodeSent, Ticket } from './ticket.ts'
import { useSending } from './use-sending.ts'
import type { Sending } from './use-sending.ts'

/** Requests a code with the proof of the human check, and opens the entry of the code. */
export function useCodeRequest(
  purpose: Extract<Ticket, { stage: 'code' }>['purpose'],
  refuse: (fields: readonly FieldError[]) => void,
  form: Pick<Sending<CodeSent>, 'check' | 'refused'> & {
    /** The form already has input. */
    filled: boolean
    ask: (captcha: string) => Promise<CodeSent>
  },
) {
  const captcha = useCaptcha()
  // The check starts with the first letter, or at once if the form was filled before: no one waits for it.
  const { begin } = captcha
  const { filled } = form
  useEffect(() => {
    if (filled) begin()
  }, [filled, begin])
  const sending = useSending(refuse, {
    check: form.check,
    send: async () => form.ask(await captcha.proof()),
    done: async (delivery) => {
      writeTicket({ stage: 'code', purpose, sent: delivery, second: false })
      navigate('/otp')
    },
    refused: (problem) => {
      form.refused?.(problem)
      if (problem.code !== 'accounts.captcha_failed' || captcha.state !== 'asking') captcha.spend()
    },
  })
  return { ...sending, captcha }
}

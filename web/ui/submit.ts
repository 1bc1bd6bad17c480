import type { SubmitEvent } from 'react'

/** The `onSubmit` of a form that stays on its page: calls `send` with the form. */
export function submit(send: (form: HTMLFormElement) => unknown) {
  return (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void send(event.currentTarget)
  }
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { toProblem } from '../../../client.ts'

/** A code in a form: sends a full one, and clears a refused one; `missing` after a try with too little. */
export function useCode<Answer>({
  isFull = (code) => code.length === 6,
  send,
  onDone,
}: {
  isFull?: (code: string) => boolean
  send: (code: string) => Promise<Answer>
  onDone: (answer: Answer) => void
}) {
  const [code, setCode] = useState('')
  const [tried, setTried] = useState(false)
  const sending = useMutation({ mutationFn: send, onSuccess: onDone, onError: () => setCode('') })
  return {
    code,
    setCode,
    busy: sending.isPending,
    missing: tried && code === '',
    problem: sending.error && code === '' ? toProblem(sending.error) : null,
    submit(input: string) {
      const full = isFull(input)
      setTried(!full)
      if (full && !sending.isPending) sending.mutate(input)
    },
    restart() {
      setCode('')
      setTried(false)
      sending.reset()
    },
  }
}

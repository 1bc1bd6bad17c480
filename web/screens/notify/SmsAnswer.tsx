import { useMutation } from '@tanstack/react-query'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import type { ReceivedMessage } from './received-query.ts'

/** Replies to an SMS as its phone would: STOP, or START if the phone answered STOP before. */
export function SmsAnswer({ message }: { message: ReceivedMessage }) {
  const { t, say } = useWords()
  const { id, recipient, stopped } = message
  const text = stopped ? 'START' : 'STOP'
  const answer = useMutation({
    mutationFn: () => api.notify.answerReceived({ id, text }),
    onSuccess: async (given) => {
      await queryClient.invalidateQueries({ queryKey: ['received'] })
      announce(t(given.stopped ? 'received.stopped' : 'received.resumed'))
    },
  })
  const problem = answer.error ? toProblem(answer.error) : null
  return (
    <>
      {stopped && <p className="text-sm font-semibold">{t('received.stopped')}</p>}
      <button
        type="button"
        className="btn"
        aria-disabled={answer.isPending}
        onClick={() => answer.isPending || answer.mutate()}
      >
        {t('received.answer', { text })}
        <span className="sr-only">, {t('received.for', { recipient })}</span>
      </button>
      {problem && (
        <p role="alert" className="font-semibold text-red">
          {say(`error.${problem.code}`, problem.params)}
        </p>
      )}
    </>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../client.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { EMPTY_DRAFT, draftKey, readRequestDraft } from './requests.ts'
import type { Draft, SupportRequest } from './requests.ts'

/**
 * The form of a new request, or of a reply to request `id`: input survives a refusal and a reload. `send`
 * does nothing while the input lacks something.
 */
export function useRequestForm(
  driverId: string,
  id: number | null,
  onSent: (request: SupportRequest) => void,
) {
  const input = useDraftForm<Draft>({
    key: draftKey(driverId, id),
    clean: EMPTY_DRAFT,
    read: () => readRequestDraft(driverId, id),
    same: ({ topic, text }) => topic === null && text.trim() === '',
  })
  const { topic, text } = input.values
  const [tried, setTried] = useState(false)
  const mutation = useMutation({
    mutationFn: () =>
      id === null
        ? api.support.open({ topic: topic!, text: text.trim() })
        : api.support.reply({ id, text: text.trim() }),
    onSuccess: (request) => {
      input.clear()
      setTried(false)
      onSent(request)
    },
  })
  const lacks = { topic: id === null && topic === null, text: text.trim() === '' }
  return {
    topic,
    text,
    change: (part: Partial<Draft>) => input.change((now) => ({ ...now, ...part })),
    /** What the input lacks, once it was tried to be sent. */
    lacks: { topic: tried && lacks.topic, text: tried && lacks.text },
    sending: mutation.isPending,
    error: mutation.error,
    /** Sends it; the first field that lacks something, if any. */
    send(): keyof Draft | null {
      setTried(true)
      if (mutation.isPending) return null
      if (lacks.topic) return 'topic'
      if (lacks.text) return 'text'
      mutation.mutate()
      return null
    },
  }
}

import { useMutation } from '@tanstack/react-query'
import { IconSend } from '@tabler/icons-react'
import { useState } from 'react'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { LONGEST_TEXT, TOPICS, readRequestDraft, writeRequestDraft } from './requests.ts'
import type { Draft, SupportRequest, Topic } from './requests.ts'

/** Writing a new request; input survives a reload and a refusal. */
export function NewRequest({
  driverId,
  restored,
  onSent,
  onCancel,
}: {
  driverId: string
  /** Whether to mark the text as an old draft. */
  restored: boolean
  onSent: (request: SupportRequest) => void
  onCancel?: () => void
}) {
  const { t, say } = useWords()
  const [draft, setDraft] = useState(() => readRequestDraft(driverId, null))
  const [tried, setTried] = useState(false)
  const [old, setOld] = useState(restored)
  const send = useMutation({
    mutationFn: (topic: Topic) => api.support.open({ topic, text: draft.text.trim() }),
    onSuccess: (request) => {
      setDraft({ topic: null, text: '' })
      setTried(false)
      writeRequestDraft(driverId, null, { topic: null, text: '' })
      onSent(request)
    },
  })
  const change = (next: Draft) => {
    setDraft(next)
    writeRequestDraft(driverId, null, next)
  }
  const empty = draft.text.trim() === ''
  const submit = (event: React.FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    setTried(true)
    setOld(false)
    if (send.isPending) return
    if (draft.topic === null || empty) {
      const wrong = draft.topic === null ? 'topic' : 'text'
      event.currentTarget.querySelector<HTMLElement>(`[name="${wrong}"]`)?.focus()
      return
    }
    send.mutate(draft.topic)
  }
  const problem = send.error ? toProblem(send.error) : null
  return (
    <form noValidate onSubmit={submit} className="card grid gap-4 p-4" aria-labelledby="new-request">
      <h2 id="new-request" className="text-xl font-extrabold">
        {t('support.new')}
      </h2>
      {old && <Notice kind="plain">{t('support.draft')}</Notice>}
      <SelectField
        name="topic"
        label={t('support.topic')}
        value={draft.topic ?? ''}
        error={tried && draft.topic === null ? t('support.need_topic') : undefined}
        onChange={(event) =>
          change({ ...draft, topic: TOPICS.find((one) => one === event.target.value) ?? null })
        }
      >
        <option value="" disabled>
          {t('support.choose')}
        </option>
        {TOPICS.map((topic) => (
          <option key={topic} value={topic}>
            {t(`support.topic.${topic}`)}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="text"
        label={t('support.text')}
        hint={t('support.text_hint')}
        rows={5}
        maxLength={LONGEST_TEXT}
        value={draft.text}
        error={tried && empty ? t('support.need_text') : undefined}
        onChange={(event) => change({ ...draft, text: event.target.value })}
      />
      {problem && (
        <Notice kind="bad">
          {t('support.failed', { reason: say(`error.${problem.code}`, problem.params) })}
        </Notice>
      )}
      <div className="grid gap-2">
        <button type="submit" className="act" aria-disabled={send.isPending}>
          <IconSend size={22} aria-hidden className="shrink-0" />
          {t(send.isPending ? 'support.sending' : 'support.send')}
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            {t('support.cancel')}
          </button>
        )}
      </div>
    </form>
  )
}

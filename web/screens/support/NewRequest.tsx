import { IconSend } from '../../icons/send.ts'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { isBilled } from '../../paid.ts'
import { Notice } from '../../ui/Notice.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { submit } from '../../ui/submit.ts'
import { LONGEST_TEXT, TOPICS } from './requests.ts'
import type { SupportRequest } from './requests.ts'
import { useRequestForm } from './use-request-form.ts'

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
  const { t } = useWords()
  const [old, setOld] = useState(restored)
  const form = useRequestForm(driverId, null, onSent)
  const send = (within: HTMLFormElement) => {
    setOld(false)
    const lacking = form.send()
    if (lacking) within.querySelector<HTMLElement>(`[name="${lacking}"]`)?.focus()
  }
  return (
    <form noValidate onSubmit={submit(send)} className="card grid gap-4 p-4" aria-labelledby="new-request">
      <h2 id="new-request" className="text-xl font-extrabold">
        {t('support.new')}
      </h2>
      {old && <Notice kind="plain">{t('support.draft')}</Notice>}
      <SelectField
        name="topic"
        label={t('support.topic')}
        value={form.topic ?? ''}
        error={form.lacks.topic ? t('support.need_topic') : undefined}
        onChange={(event) => form.change({ topic: TOPICS.find((one) => one === event.target.value) ?? null })}
      >
        <option value="" disabled>
          {t('support.choose')}
        </option>
        {TOPICS.filter((topic) => topic !== 'payment' || isBilled()).map((topic) => (
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
        value={form.text}
        error={form.lacks.text ? t('support.need_text') : undefined}
        onChange={(event) => form.change({ text: event.target.value })}
      />
      <RefusalNotice error={form.error} sentence={(reason) => t('support.failed', { reason })} />
      <div className="grid gap-2">
        <button type="submit" className="act" aria-disabled={form.sending}>
          <IconSend size={22} aria-hidden className="shrink-0" />
          {t(form.sending ? 'support.sending' : 'support.send')}
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

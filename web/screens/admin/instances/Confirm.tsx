import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { TextField } from '../../../ui/TextField.tsx'
import { Outcome } from '../Outcome.tsx'
import { CouponSheet } from '../billing/CouponSheet.tsx'
import { refreshInstances } from './queries.ts'
import type { InstanceView } from './queries.ts'

/** Has an instance confirm itself: by a file of its host, or by a code that its administrator is sent. */
export function Confirm({
  instance: { id, name, confirmation },
  onClose,
  onDone,
}: {
  instance: InstanceView
  onClose: () => void
  onDone: (text: string) => void
}) {
  const { t } = useWords()
  const { file, domains } = confirmation
  const [sentTo, setSentTo] = useState(confirmation.codeSentTo)
  const [code, setCode] = useState('')
  const confirm = useMutation({
    mutationFn: () =>
      sentTo === null ? api.instances.readFile({ id }) : api.instances.confirm({ id, code }),
    onSuccess: () => {
      onDone(t('instances.confirm_done', { name }))
      onClose()
    },
    onSettled: refreshInstances,
  })
  return (
    <CouponSheet
      open
      title={t('instances.confirm_title', { name })}
      go={t(sentTo === null ? 'instances.confirm_read' : 'instances.confirm_go')}
      doing={confirm}
      onSend={() => !confirm.isPending && confirm.mutate()}
      onClose={onClose}
    >
      {sentTo === null ? (
        <>
          <p>{t('instances.confirm_text')}</p>
          <dl className="grid gap-1 text-sm [overflow-wrap:anywhere]">
            <dt className="font-bold">{t('instances.confirm_file')}</dt>
            <dd className="select-all font-mono">{file.url}</dd>
            <dt className="font-bold">{t('instances.confirm_content')}</dt>
            <dd className="select-all font-mono">{file.content}</dd>
          </dl>
          {domains.length > 0 && <SendCode id={id} domain={domains.at(-1)!} onSent={setSentTo} />}
        </>
      ) : (
        <>
          <p>{t('instances.confirm_sent', { to: sentTo })}</p>
          <TextField
            label={t('otp.code')}
            inputMode="numeric"
            autoComplete="off"
            value={code}
            onChange={(event) => setCode(event.target.value)}
          />
          <button type="button" className="btn justify-self-start" onClick={() => setSentTo(null)}>
            {t('instances.confirm_other')}
          </button>
        </>
      )}
    </CouponSheet>
  )
}

function SendCode({
  id,
  domain,
  onSent,
}: {
  id: string
  domain: string
  onSent: (to: string | null) => void
}) {
  const { t, language } = useWords()
  const [email, setEmail] = useState('')
  const send = useMutation({
    mutationFn: () => api.instances.sendCode({ id, email, language }),
    onSuccess: ({ confirmation }) => onSent(confirmation.codeSentTo),
    onSettled: refreshInstances,
  })
  return (
    <>
      <TextField
        label={t('instances.confirm_email')}
        hint={t('instances.confirm_email_hint', { domain })}
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <button
        type="button"
        className="btn justify-self-start"
        aria-disabled={send.isPending}
        onClick={() => !send.isPending && send.mutate()}
      >
        {t('instances.confirm_send')}
      </button>
      <Outcome done={null} error={send.error} />
    </>
  )
}

import { useState } from 'react'
import type { ComponentProps } from 'react'
import { useWords } from '../../i18n.ts'
import { TextField } from '../../ui/TextField.tsx'

/** The operator's reason, for the audit log; `missing` marks it as required. */
export function ReasonField({
  reason,
  missing,
  onChange,
  ...field
}: Pick<ComponentProps<typeof TextField>, 'ref' | 'hint'> & {
  reason: string
  missing: boolean
  onChange: (reason: string) => void
}) {
  const { t } = useWords()
  return (
    <TextField
      label={t('admin.reason')}
      hint={t('admin.reason_hint')}
      {...field}
      maxLength={500}
      value={reason}
      error={missing ? t('admin.need_reason') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

/**
 * The reason of a form, for its `ReasonField`. `ask` marks a missing reason and returns whether there is one;
 * `forget` clears it after the action.
 */
export function useReason() {
  const [reason, setReason] = useState('')
  const [tried, setTried] = useState(false)
  const text = reason.trim()
  return {
    text,
    tried,
    field: { reason, missing: tried && text === '', onChange: setReason },
    ask() {
      setTried(true)
      return text !== ''
    },
    forget() {
      setReason('')
      setTried(false)
    },
  }
}

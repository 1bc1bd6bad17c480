import { useWords } from '../../i18n.ts'
import { TextField } from '../../ui/TextField.tsx'

/** The operator's reason, for the audit log; `missing` marks it as required. */
export function ReasonField({
  reason,
  missing,
  onChange,
}: {
  reason: string
  missing: boolean
  onChange: (reason: string) => void
}) {
  const { t } = useWords()
  return (
    <TextField
      label={t('admin.reason')}
      hint={t('admin.reason_hint')}
      maxLength={500}
      value={reason}
      error={missing ? t('admin.need_reason') : undefined}
      onChange={(event) => onChange(event.target.value)}
    />
  )
}

import { useState } from 'react'
import { navigate } from '../../../address.ts'
import { api } from '../../../client.ts'
import { downloadAddress } from '../../../downloads.ts'
import { useWords } from '../../../i18n.ts'
import { IconDownload, IconTrash } from '../../../icons/drawings.ts'
import { ConfirmSheet } from '../../../ui/ConfirmSheet.tsx'
import { warmSheet } from '../../../ui/LateSheet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { forgetDriver } from '../forget-driver.ts'
import { checkFilled } from '../rules.ts'
import { useSending } from '../use-sending.ts'
import { Part } from './Part.tsx'

/** The driver's data: to export, or to delete. */
export function DataPart() {
  const { t } = useWords()
  const [deleting, setDeleting] = useState(false)
  return (
    <Part title={t('profile.data')}>
      <div className="grid gap-2 rounded-2xl bg-surface p-4">
        <p className="text-sm leading-snug text-muted">{t('profile.download_note')}</p>
        <a className="btn" href={downloadAddress('account.json')} download>
          <IconDownload size={20} aria-hidden />
          {t('profile.download')}
        </a>
      </div>
      <button
        type="button"
        className="btn !text-red"
        onPointerDown={warmSheet}
        onClick={() => setDeleting(true)}
      >
        <IconTrash size={20} aria-hidden />
        {t('profile.delete')}
      </button>
      {deleting && <DeleteSheet onClose={() => setDeleting(false)} />}
    </Part>
  )
}

const DELETED = [
  'profile.delete_contact',
  'profile.delete_filters',
  'profile.delete_log',
  'profile.delete_platform',
] as const

/** Explains the deletion, asks for the password, and deletes the account. */
function DeleteSheet({ onClose }: { onClose: () => void }) {
  const { t } = useWords()
  const fields = useFields({ password: '' })
  const { values, bind } = fields
  const sending = useSending(fields.refuse, {
    check: () => checkFilled('password', values.password),
    send: () => api.accounts.remove(values),
    done: () => {
      // Navigates before the session ends; otherwise the guard would lead back here.
      navigate('/login', { search: { done: 'removed' }, replace: true })
      forgetDriver()
    },
    passwordPath: 'password',
  })
  return (
    <ConfirmSheet
      open
      danger
      onOpenChange={(open) => open || onClose()}
      title={t('profile.delete_title')}
      go={t(sending.busy ? 'profile.delete_busy' : 'profile.delete_go')}
      keep={t('profile.delete_keep')}
      busy={sending.busy}
      form={fields.id}
    >
      <form id={fields.id} noValidate className="grid gap-4" onSubmit={sending.onSubmit}>
        <p className="leading-snug">{t('profile.delete_text')}</p>
        <div>
          <p className="font-semibold">{t('profile.delete_what')}</p>
          <ul className="mt-1 grid gap-1">
            {DELETED.map((key) => (
              <li key={key} className="flex items-center gap-2.5 leading-snug">
                <IconTrash size={18} aria-hidden className="shrink-0 text-red" />
                {t(key)}
              </li>
            ))}
          </ul>
          <p className="mt-2 text-sm leading-snug text-muted">{t('profile.delete_blocks')}</p>
          <p className="mt-2 text-sm leading-snug text-muted">{t('profile.delete_dues')}</p>
        </div>
        <PasswordField
          label={t('change.your_password')}
          autoComplete="current-password"
          {...bind('password')}
        />
        {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
      </form>
    </ConfirmSheet>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { nameDevice, readDevice } from '@madruga/core/accounts.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import { announce } from '../../../announce.ts'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { queryClient } from '../../../queries.ts'
import { ConfirmSheet } from '../../../ui/ConfirmSheet.tsx'
import { FailedOr } from '../../../ui/Failed.tsx'
import { warmSheet } from '../../../ui/LateSheet.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { useFields } from '../../../ui/use-fields.ts'
import { canUsePasskeys } from '../can-use-passkeys.ts'
import { passkeysQuery } from '../queries.ts'
import { checkFilled } from '../rules.ts'
import { useSending } from '../use-sending.ts'

type Passkey = Outputs['accounts']['passkeys']['passkeys'][number]

/** The passkeys of an account: what they are called, adding one, removing one. */
export function Passkeys({ onDone }: { onDone: (text: string) => void }) {
  const { t, date } = useWords()
  const passkeys = useQuery(passkeysQuery)
  /** The one to remove, or null for a new one. */
  const [subject, setSubject] = useState<Passkey | null | undefined>(undefined)
  const close = (text: string | null) => {
    setSubject(undefined)
    if (text === null) return
    void queryClient.invalidateQueries({ queryKey: passkeysQuery.queryKey })
    announce(text)
    onDone(text)
  }
  return (
    <div className="grid gap-2">
      <h3 className="pt-1 font-semibold">{t('profile.passkeys')}</h3>
      <p className="text-sm text-muted">
        {t(canUsePasskeys() ? 'profile.passkeys_text' : 'profile.passkeys_not_here')}
      </p>
      <div className="card overflow-hidden empty:hidden">
        {passkeys.data ? (
          passkeys.data.map((passkey) => (
            <div
              key={passkey.id}
              className="flex items-center gap-3 border-b border-line px-4 py-3 last:border-b-0"
            >
              <div className="min-w-0 flex-1">
                <p className="font-bold leading-snug [overflow-wrap:anywhere]">{passkey.name}</p>
                <p className="text-sm leading-snug text-muted">
                  {passkey.usedAt === null
                    ? t('profile.passkey_since', { when: date(passkey.createdAt) })
                    : t('profile.used', { when: date(passkey.usedAt) })}
                </p>
              </div>
              <button
                type="button"
                className="btn shrink-0"
                aria-label={t('profile.passkey_remove_one', { name: passkey.name })}
                onPointerDown={warmSheet}
                onClick={() => setSubject(passkey)}
              >
                {t('form.remove')}
              </button>
            </div>
          ))
        ) : (
          <FailedOr query={passkeys}>
            <SkeletonRows rows={1} />
          </FailedOr>
        )}
      </div>
      {canUsePasskeys() && (
        <button type="button" className="btn" onPointerDown={warmSheet} onClick={() => setSubject(null)}>
          {t('profile.passkey_add')}
        </button>
      )}
      {subject !== undefined && <PasskeySheet passkey={subject} onClose={close} />}
    </div>
  )
}

/** Asks for the password, then removes a passkey or has this device make one. */
function PasskeySheet({
  passkey,
  onClose,
}: {
  passkey: Passkey | null
  /** With the completed change, or null. */
  onClose: (done: string | null) => void
}) {
  const { t, language } = useWords()
  const fields = useFields(() => ({
    name: nameDevice(language, readDevice(navigator.userAgent)),
    password: '',
  }))
  const { name, password } = fields.values
  const sending = useSending(fields.refuse, {
    check: () => [...checkFilled('name', name.trim()), ...checkFilled('password', password)],
    async send() {
      if (passkey !== null) {
        await api.accounts.removePasskey({ id: passkey.id, password })
        return t('profile.passkey_removed', { name: passkey.name })
      }
      const { makePasskey } = await import('../passkey.ts')
      const key = await makePasskey(await api.accounts.startPasskey({ password }))
      if (key === null) return null
      await api.accounts.addPasskey({ name, ...key })
      return t('profile.passkey_added', { name })
    },
    done: onClose,
    passwordPath: 'password',
  })
  const title = passkey ? t('profile.passkey_remove_title', { name: passkey.name }) : t('profile.passkey_add')
  const go = passkey ? t('form.remove') : t('profile.passkey_add')
  return (
    <ConfirmSheet
      open
      onOpenChange={(open) => open || onClose(null)}
      title={title}
      go={sending.busy ? t('form.busy') : go}
      keep={t(passkey ? 'form.keep' : 'form.not_now')}
      busy={sending.busy}
      form={fields.id}
    >
      <form id={fields.id} noValidate className="grid gap-4" onSubmit={sending.onSubmit}>
        {passkey === null && (
          <TextField
            label={t('profile.passkey_name')}
            autoComplete="off"
            maxLength={60}
            {...fields.bind('name')}
          />
        )}
        <PasswordField
          label={t('change.your_password')}
          autoComplete="current-password"
          {...fields.bind('password')}
        />
        {sending.refusal && <Notice kind="bad">{sending.refusal}</Notice>}
      </form>
    </ConfirmSheet>
  )
}

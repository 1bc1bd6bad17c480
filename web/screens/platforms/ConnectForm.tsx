import { useMutation } from '@tanstack/react-query'
import { IconLock } from '../../icons/drawings.ts'
import { useId, useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { EMAIL_INPUT, TextField } from '../../ui/TextField.tsx'
import { onDemand } from '../../ui/on-demand.ts'
import { submit } from '../../ui/submit.ts'
import { DemoNotice } from './DemoNotice.tsx'
import type { InstanceFormProps } from './InstanceForm.tsx'
import { Refused } from './Refused.tsx'
import { takeAccount } from './queries.ts'

const InstanceForm = onDemand(() => import('./InstanceForm.tsx').then((module) => module.InstanceForm))

type ConnectFormProps = InstanceFormProps & { variant: Variant }

/**
 * Signing in to the delivery platform: verified there first, stored only if accepted. Input survives a
 * refusal.
 */
export function ConnectForm(props: ConnectFormProps) {
  return describeVariant(props.variant).hasInstances ? <InstanceForm {...props} /> : <MarketForm {...props} />
}

function MarketForm({ again, refused, onConnected }: InstanceFormProps) {
  const { t } = useWords()
  const [input, setInput] = useState({ email: refused?.email ?? '', password: '' })
  const id = useId()
  const [isAsked, setAsked] = useState(false)
  const connect = useMutation({
    mutationFn: () => api.platforms.connect({ ...input, email: input.email.trim() }),
    onSuccess: async (account) => {
      announce(t('sync.connected_say'))
      onConnected()
      await takeAccount(account)
    },
  })
  const missing = { email: input.email.trim() === '', password: input.password === '' }
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={submit(() => {
        setAsked(true)
        if (!missing.email && !missing.password && !connect.isPending) connect.mutate()
      })}
    >
      <DemoNotice onFill={setInput} />
      <TextField
        {...EMAIL_INPUT}
        label={t('sync.email')}
        autoComplete="off"
        value={input.email}
        error={isAsked && missing.email ? t('error.field.required') : undefined}
        onChange={(event) => setInput({ ...input, email: event.target.value })}
      />
      <PasswordField
        label={t('sync.password')}
        // Not this page's password, so no password manager should offer that.
        autoComplete="new-password"
        value={input.password}
        error={isAsked && missing.password ? t('error.field.required') : undefined}
        onChange={(event) => setInput({ ...input, password: event.target.value })}
      />
      <p className="flex items-start gap-2 text-sm leading-snug text-muted">
        <IconLock size={18} aria-hidden className="shrink-0" />
        {t('sync.tested')}
      </p>
      <Refused error={connect.error} />
      <FormAct form={id} busy={connect.isPending}>
        {t(connect.isPending ? 'sync.connecting' : again ? 'sync.connect_again' : 'sync.connect')}
      </FormAct>
    </form>
  )
}

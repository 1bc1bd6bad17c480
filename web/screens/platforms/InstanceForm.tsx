import { useMutation, useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { describeKind } from '@madruga/core/instances.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { OptionGroup } from '../../ui/OptionGroup.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { submit } from '../../ui/submit.ts'
import { Refused } from './Refused.tsx'
import { instancesQuery, takeAccount } from './queries.ts'
import type { InstanceChoice } from './queries.ts'

export type InstanceFormProps = {
  again: boolean
  /** The refused address, as the initial value. */
  email: string | null
  onConnected: () => void
}

type Typed = { email: string; password: string; byCode: boolean }

/** Choosing a platform that its operator hosts, and signing in there by password or by a code. */
export function InstanceForm(props: InstanceFormProps) {
  const { t } = useWords()
  const list = useQuery(instancesQuery)
  if (list.data === undefined)
    return (
      <FailedOr query={list}>
        <Skeleton className="h-32" />
      </FailedOr>
    )
  if (list.data.length === 0) return <Notice kind="plain">{t('sync.no_platforms')}</Notice>
  return <ChosenForm {...props} instances={list.data} />
}

function ChosenForm({
  instances,
  again,
  email,
  onConnected,
}: InstanceFormProps & { instances: readonly InstanceChoice[] }) {
  const { t } = useWords()
  const id = useId()
  // Of one platform nobody has to choose.
  const [chosenId, setChosenId] = useState(instances.length === 1 ? instances[0]!.id : null)
  const [typed, setTyped] = useState<Typed>({ email: email ?? '', password: '', byCode: false })
  const [asked, setAsked] = useState(false)
  const instance = instances.find((each) => each.id === chosenId) ?? null
  const connect = useMutation({
    mutationFn: (instanceId: string) =>
      api.platforms.connect({ ...typed, email: typed.email.trim(), instanceId }),
    onSuccess: async (account) => {
      announce(t('sync.connected_say'))
      onConnected()
      await takeAccount(account)
    },
  })
  const isTyped = typed.email.trim() !== '' && typed.password !== ''
  return (
    <form
      id={id}
      noValidate
      className="grid gap-4"
      onSubmit={submit(() => {
        setAsked(true)
        if (instance && isTyped && !connect.isPending) connect.mutate(instance.id)
      })}
    >
      <Choice instances={instances} chosen={instance} onChoose={setChosenId} />
      {asked && !instance && <Notice kind="bad">{t('error.platforms.instance_needed')}</Notice>}
      {instance && <SignIn instance={instance} typed={typed} asked={asked} onType={setTyped} />}
      <Refused error={connect.error} />
      <FormAct form={id} busy={connect.isPending}>
        {t(connect.isPending ? 'sync.connecting' : again ? 'sync.connect_again' : 'sync.connect')}
      </FormAct>
    </form>
  )
}

/** The platforms by name: which software each is, who authorised it, and whether its adapter is a draft. */
function Choice({
  instances,
  chosen,
  onChoose,
}: {
  instances: readonly InstanceChoice[]
  chosen: InstanceChoice | null
  onChoose: (id: string) => void
}) {
  const { t } = useWords()
  return (
    <>
      <OptionGroup
        label={t('sync.choose_platform')}
        name={useId()}
        value={chosen?.id ?? ''}
        onChange={onChoose}
        choices={instances.map(({ id, name, kind, isDraft, authorisedBy, authorisedOn }) => ({
          value: id,
          title: `${name} (${describeKind(kind).label})`,
          note: t(isDraft ? 'sync.platform_draft' : 'sync.platform_note', {
            who: authorisedBy,
            day: authorisedOn,
          }),
        }))}
      />
      {chosen?.isDraft && <Notice kind="plain">{t('sync.draft_text')}</Notice>}
    </>
  )
}

const INPUT_MODES = { phone: 'tel', email: 'email', user_name: 'text' } as const

function SignIn({
  instance,
  typed,
  asked,
  onType,
}: {
  instance: InstanceChoice
  typed: Typed
  asked: boolean
  onType: (typed: Typed) => void
}) {
  const { t } = useWords()
  const name = useId()
  const { email, password } = typed
  const byCode = typed.byCode && instance.byCode
  const identity = byCode ? 'phone' : instance.identity
  const missing = asked && email.trim() === '' ? t('sync.need_identity') : undefined
  const secret = {
    value: password,
    error: asked && password === '' ? t(byCode ? 'sync.need_code' : 'sync.need_password') : undefined,
    onChange: (event: { target: { value: string } }) => onType({ ...typed, password: event.target.value }),
  }
  return (
    <>
      {instance.byCode && (
        <Segmented
          label={t('sync.sign_in_by')}
          name={name}
          value={byCode ? 'code' : 'password'}
          onChange={(way) => onType({ email: '', password: '', byCode: way === 'code' })}
          choices={(['password', 'code'] as const).map((value) => ({
            value,
            label: t(`sync.sign_in_by.${value}`),
          }))}
        />
      )}
      <TextField
        label={t(`sync.identity.${identity}`)}
        inputMode={INPUT_MODES[identity]}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        error={missing}
        onChange={(event) => onType({ ...typed, email: event.target.value })}
      />
      {byCode ? (
        <>
          <SendCode instanceId={instance.id} phone={email} />
          <TextField label={t('sync.code')} inputMode="numeric" autoComplete="one-time-code" {...secret} />
          <p className="text-sm leading-snug text-muted">{t('sync.code_text')}</p>
        </>
      ) : (
        <>
          <PasswordField label={t('sync.platform_password')} autoComplete="new-password" {...secret} />
          <p className="text-sm leading-snug text-muted">{t('sync.tested')}</p>
        </>
      )}
    </>
  )
}

/** Lets the platform send a sign-in code to the phone that was typed. */
function SendCode({ instanceId, phone }: { instanceId: string; phone: string }) {
  const { t } = useWords()
  const send = useMutation({
    mutationFn: () => api.platforms.sendCode({ instanceId, phone }),
    onSuccess: () => announce(t('sync.code_sent')),
  })
  return (
    <>
      <button
        type="button"
        className="btn justify-self-start"
        disabled={send.isPending || phone.trim().length < 5}
        onClick={() => send.mutate()}
      >
        {t('sync.send_code')}
      </button>
      {send.isSuccess && <Notice kind="good">{t('sync.code_sent')}</Notice>}
      <Refused error={send.error} />
    </>
  )
}

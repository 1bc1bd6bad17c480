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
import { DemoNotice } from './DemoNotice.tsx'
import { Refused } from './Refused.tsx'
import { marksOf, sayAuthorised } from './instance-words.ts'
import { instancesQuery, takeAccount } from './queries.ts'
import type { InstanceChoice, PlatformAccount } from './queries.ts'
import { House } from './House.tsx'

export type InstanceFormProps = {
  again: boolean
  /** The account that the platform no longer opens: the form begins with what it had. */
  refused: PlatformAccount | null
  onConnected: () => void
}

type Way = 'password' | 'code'
/** What was typed for each way, so that trying the other one loses nothing. */
type Typed = { way: Way | null } & Record<Way, { identity: string; secret: string }>

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
  refused,
  onConnected,
}: InstanceFormProps & { instances: readonly InstanceChoice[] }) {
  const { t } = useWords()
  const id = useId()
  const [chosenId, setChosenId] = useState(() => chooseFirst(instances, refused))
  const [draft, setDraft] = useState(() => begin(refused))
  const [isAsked, setAsked] = useState(false)
  const instance = instances.find((each) => each.id === chosenId) ?? null
  const way = draft.way ?? firstWay(instance)
  const { identity, secret } = draft[way]
  const connect = useMutation({
    mutationFn: (instanceId: string) =>
      api.platforms.connect({
        email: identity.trim(),
        password: way === 'code' ? secret.trim() : secret,
        byCode: way === 'code',
        instanceId,
      }),
    onSuccess: async (account) => {
      announce(t('sync.connected_say'))
      onConnected()
      await takeAccount(account)
    },
  })
  const isTyped = identity.trim() !== '' && secret.trim() !== ''
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
      <Choice
        instances={instances}
        chosen={instance}
        onChoose={(next) => {
          setChosenId(next)
          setDraft({ ...draft, way: null })
        }}
      />
      {isAsked && !instance && <Notice kind="bad">{t('error.platforms.instance_needed')}</Notice>}
      {instance && (
        <SignIn
          instance={instance}
          way={way}
          typed={draft[way]}
          asked={isAsked}
          onType={(part) => setDraft({ ...draft, [way]: { ...draft[way], ...part } })}
          onWay={(next) => {
            // What was refused, or is missing, is about the other way.
            connect.reset()
            setAsked(false)
            setDraft({ ...draft, way: next })
          }}
        />
      )}
      <Refused error={connect.error} />
      <FormAct form={id} busy={connect.isPending}>
        {t(connect.isPending ? 'sync.connecting' : again ? 'sync.connect_again' : 'sync.connect')}
      </FormAct>
    </form>
  )
}

/** The platform that was signed in to. Of a single one no one has to choose. */
function chooseFirst(instances: readonly InstanceChoice[], account: PlatformAccount | null): string | null {
  const [only] = instances.length === 1 ? instances : []
  return account?.instance?.id ?? only?.id ?? null
}

function begin(account: PlatformAccount | null): Typed {
  const nothing = { identity: '', secret: '' }
  const draft: Typed = { way: null, password: nothing, code: nothing }
  if (account === null) return draft
  const way = account.byCode ? 'code' : 'password'
  return { ...draft, way, [way]: { ...nothing, identity: account.email ?? '' } }
}

/** A code, since the platform may never have stored the password; the demo's account has one. */
function firstWay(instance: InstanceChoice | null): Way {
  return instance?.byCode && !instance.isStandIn ? 'code' : 'password'
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
  const words = useWords()
  const { t } = words
  return (
    <>
      <OptionGroup
        label={t('sync.choose_platform')}
        name={useId()}
        value={chosen?.id ?? ''}
        onChange={onChoose}
        choices={instances.map((instance) => ({
          value: instance.id,
          title: `${instance.name} (${describeKind(instance.kind).label})`,
          marks: marksOf(words, instance),
          note: sayAuthorised(words, instance),
        }))}
      />
      {chosen?.isDraft && (
        <Notice kind="plain">
          {t('sync.draft_text')} {chosen.isStandIn && t('sync.stand_in_text')}
        </Notice>
      )}
      {chosen && <House instance={chosen} />}
    </>
  )
}

const INPUT_MODES = { phone: 'tel', email: 'email', user_name: 'text' } as const

function SignIn({
  instance,
  way,
  typed: { identity, secret },
  asked,
  onType,
  onWay,
}: {
  instance: InstanceChoice
  way: Way
  typed: Typed[Way]
  asked: boolean
  onType: (part: Partial<Typed[Way]>) => void
  onWay: (way: Way) => void
}) {
  const { t } = useWords()
  const name = useId()
  const byCode = way === 'code'
  const kind = byCode ? 'phone' : instance.identity
  const secretField = {
    value: secret,
    error:
      asked && secret.trim() === '' ? t(byCode ? 'error.field.required' : 'error.field.required') : undefined,
    onChange: (event: { target: { value: string } }) => onType({ secret: event.target.value }),
  }
  return (
    <>
      {instance.byCode && (
        <Segmented
          label={t('sync.sign_in_by')}
          name={name}
          value={way}
          onChange={onWay}
          choices={(['code', 'password'] as const).map((value) => ({
            value,
            label: t(`sync.sign_in_by.${value}`),
          }))}
        />
      )}
      <TextField
        label={t(`sync.identity.${kind}`)}
        hint={byCode ? t('sync.phone_hint') : undefined}
        inputMode={INPUT_MODES[kind]}
        autoComplete={byCode ? 'tel' : 'off'}
        autoCapitalize="none"
        spellCheck={false}
        value={identity}
        error={asked && identity.trim() === '' ? t('error.field.required') : undefined}
        onChange={(event) => onType({ identity: event.target.value })}
      />
      {byCode ? (
        <>
          <SendCode key={`${instance.id} ${identity}`} instanceId={instance.id} phone={identity.trim()} />
          <TextField
            label={t('sync.code')}
            inputMode="numeric"
            autoComplete="one-time-code"
            {...secretField}
          />
          <p className="text-sm leading-snug text-muted">{t('sync.code_text')}</p>
        </>
      ) : (
        <>
          <PasswordField label={t('sync.platform_password')} autoComplete="new-password" {...secretField} />
          <PasswordNotes instance={instance} onType={onType} />
        </>
      )}
    </>
  )
}

/** What becomes of a password, and what to do where none was ever stored. */
function PasswordNotes({
  instance,
  onType,
}: {
  instance: InstanceChoice
  onType: (typed: Typed[Way]) => void
}) {
  const { t } = useWords()
  return (
    <>
      <p className="text-sm leading-snug text-muted">
        {t('sync.tested')} {instance.byCode && t('sync.password_or_code')}
      </p>
      {instance.isStandIn && <StandInAccount instanceId={instance.id} onType={onType} />}
    </>
  )
}

function StandInAccount({ instanceId, onType }: { instanceId: string; onType: (typed: Typed[Way]) => void }) {
  return (
    <DemoNotice
      instanceId={instanceId}
      onFill={({ email, password }) => onType({ identity: email, secret: password })}
    />
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
        disabled={send.isPending || phone.length < 5}
        onClick={() => send.mutate()}
      >
        {t(send.isSuccess ? 'sync.send_again' : 'sync.send_code')}
      </button>
      {send.isSuccess && <Notice kind="good">{t('sync.code_sent')}</Notice>}
      <Refused error={send.error} />
    </>
  )
}

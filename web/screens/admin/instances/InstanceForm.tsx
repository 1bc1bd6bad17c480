import { useMutation } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { useState } from 'react'
import { describeKind, INSTANCE_KINDS, isAnsweredByTest } from '@madruga/core/instances.ts'
import type { InstanceField, InstanceFieldCode, InstanceFinding } from '@madruga/core/instances.ts'
import { api, toProblem } from '../../../client.ts'
import { serverNow } from '../../../clock.ts'
import { useWords } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { SwitchRow } from '../../../ui/SwitchRow.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { Outcome } from '../Outcome.tsx'
import { CouponSheet } from '../billing/CouponSheet.tsx'
import { Tested } from './Tested.tsx'
import { bindTo, HouseFields, MemberPriceFields } from './HouseFields.tsx'
import type { FieldsProps } from './HouseFields.tsx'
import { proposeIn, readInstance, startInstance } from './instance-form.ts'
import type { InstanceFaults, InstanceFields } from './instance-form.ts'
import { refreshInstances } from './queries.ts'
import type { InstanceView, NewInstance } from './queries.ts'

/** The record of an instance: a new one, or a known one, whose kind stays. */
export function InstanceForm({
  known,
  onClose,
  onDone,
}: {
  known: InstanceView | null
  onClose: () => void
  onDone: (text: string) => void
}) {
  const { t } = useWords()
  const today = new Date(serverNow()).toISOString().slice(0, 10)
  const [fields, setFields] = useState(() => startInstance(known, today))
  const [tried, setTried] = useState(false)
  // Apart from the mutation, whose reset reaches the form a render late: it would hold back a correction.
  const [refusals, setRefusals] = useState<InstanceFaults>({})
  const { instance, faults } = readInstance(fields, today, known)
  const save = useMutation({
    mutationFn: (input: NewInstance) =>
      known === null ? api.instances.add(input) : api.instances.edit({ ...input, id: known.id }),
    onSuccess: ({ name }) => {
      onDone(t('instances.saved', { name }))
      onClose()
    },
    onError: (thrown) => setRefusals(faultsOf(thrown)),
    onSettled: refreshInstances,
  })
  const test = useMutation({
    mutationFn: (input: NewInstance) => api.instances.tryOut({ ...input, id: known?.id ?? null }),
    onSuccess: ({ states }) => setFields((now) => proposeIn(now, states)),
    onError: (thrown) => setRefusals(faultsOf(thrown)),
  })
  const allFaults = { ...refusals, ...faults }
  const isFaulty = (form: HTMLFormElement, isTest = false): boolean => {
    setTried(true)
    const findings = Object.entries(allFaults).map(([path, code]) => ({ path, code }) as InstanceFinding)
    if (findings.every((finding) => isTest && isAnsweredByTest(finding))) return false
    focusFault(form)
    return true
  }
  return (
    <CouponSheet
      open
      title={known === null ? t('instances.add') : t('instances.edit_title', { name: known.name })}
      go={t('instances.save')}
      doing={save}
      onSend={(form) => {
        if (!isFaulty(form) && !save.isPending) save.mutate(instance)
      }}
      onClose={onClose}
    >
      <Fields
        known={known}
        fields={fields}
        faults={tried ? allFaults : {}}
        onChange={(part) => {
          // What the server refused is about what was sent.
          save.reset()
          test.reset()
          setRefusals({})
          setFields({ ...fields, ...part })
        }}
      />
      <TryOut
        test={test}
        kind={fields.kind}
        onTest={(form) => {
          if (!isFaulty(form, true) && !test.isPending) test.mutate(instance)
        }}
      />
    </CouponSheet>
  )
}

type Test = Pick<
  UseMutationResult<Awaited<ReturnType<typeof api.instances.tryOut>>>,
  'data' | 'error' | 'isPending'
>

/** Asks the server that the form names, before anything is stored, and shows what answered. */
function TryOut({
  test,
  kind,
  onTest,
}: {
  test: Test
  kind: InstanceFields['kind']
  onTest: (form: HTMLFormElement) => void
}) {
  const { t } = useWords()
  return (
    <>
      <button
        type="button"
        className="btn justify-self-start"
        aria-disabled={test.isPending}
        onClick={({ currentTarget: { form } }) => form !== null && onTest(form)}
      >
        {t(test.isPending ? 'instances.testing' : 'instances.test')}
      </button>
      <p className="text-sm text-muted">{t('instances.test_first')}</p>
      <div aria-live="polite">
        {test.data && (
          <div ref={(result) => result?.scrollIntoView({ block: 'center' })}>
            <Tested tested={test.data} kind={kind} />
          </div>
        )}
      </div>
      <Outcome done={null} error={test.error} />
    </>
  )
}

/** What the server alone can tell of a record, such as that it is there already, by field. */
function faultsOf(error: Error): InstanceFaults {
  const { code, params } = toProblem(error)
  if (code !== 'instances.invalid' || !Array.isArray(params.fields)) return {}
  const findings = params.fields as { path: InstanceField; code: InstanceFieldCode }[]
  return Object.fromEntries(findings.map((one) => [one.path, one.code]))
}

function Fields(props: FieldsProps) {
  const { t } = useWords()
  const { known, fields, onChange } = props
  const bind = bindTo(props, t)
  return (
    <>
      {known === null && (
        <Segmented
          label={t('instances.kind')}
          name="instance-kind"
          value={fields.kind}
          onChange={(kind) => onChange({ kind })}
          choices={INSTANCE_KINDS.map((value) => ({ value, label: describeKind(value).label }))}
        />
      )}
      <TextField label={t('instances.name')} maxLength={80} {...bind('name', 'name')} />
      <TextField
        label={t('instances.base_url')}
        hint={t('instances.base_url_hint')}
        inputMode="url"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={300}
        {...bind('baseUrl', 'baseUrl')}
      />
      <KindFields {...props} />
      <TextField
        label={t('instances.authorised_by')}
        hint={t('instances.authorised_by_hint')}
        maxLength={120}
        {...bind('authorisedBy', 'authorisedBy')}
      />
      <TextField type="date" label={t('instances.authorised_on')} {...bind('authorisedOn', 'authorisedOn')} />
      <TextField
        label={t('instances.rate')}
        hint={t('instances.rate_hint')}
        inputMode="numeric"
        maxLength={20}
        {...bind('maxRequestsPerMinute', 'maxRequestsPerMinute')}
      />
      <SwitchRow
        label={t('instances.private')}
        hint={t('instances.private_hint')}
        flush
        checked={fields.allowPrivate}
        onChange={(allowPrivate) => onChange({ allowPrivate })}
      />
      <HouseFields {...props} />
      <MemberPriceFields {...props} />
    </>
  )
}

/** What this software needs besides, and that its adapter is a draft. */
function KindFields(props: FieldsProps) {
  const { t } = useWords()
  const { isDraft, needsKey, options, required } = describeKind(props.fields.kind)
  const bind = bindTo(props, t)
  return (
    <>
      {isDraft && <Notice kind="plain">{t('instances.draft_text')}</Notice>}
      {needsKey && (
        <TextField
          label={t('instances.key')}
          hint={t(props.known?.hasKey ? 'instances.key_stored' : 'instances.key_hint')}
          type="password"
          autoComplete="off"
          maxLength={1_000}
          {...bind('key', 'key')}
        />
      )}
      {options.map((option) => (
        <TextField
          key={option}
          label={t(`instances.option.${option}`)}
          hint={t(`instances.option.${option}_hint`)}
          aside={required.some((each) => each === option) ? undefined : t('instances.optional')}
          autoCapitalize="none"
          spellCheck={false}
          maxLength={300}
          {...bind(option, `options.${option}`)}
        />
      ))}
    </>
  )
}

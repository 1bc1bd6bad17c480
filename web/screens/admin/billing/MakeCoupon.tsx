import { useMutation } from '@tanstack/react-query'
import { useId, useState } from 'react'
import type { ComponentProps } from 'react'
import { api } from '../../../client.ts'
import { serverNow } from '../../../clock.ts'
import { dayNames } from '@madruga/core/days.ts'
import { useWords } from '../../../i18n.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { focusFault } from '../../../ui/focus-fault.ts'
import { CouponSheet } from './CouponSheet.tsx'
import { readCoupon, startCoupon } from './coupon-form.ts'
import type { CouponFault, CouponFields } from './coupon-form.ts'
import { refreshAccounting } from './queries.ts'
import type { NewCoupon } from './queries.ts'

/** Creates a coupon; input survives closing the sheet. */
export function MakeCoupon({
  open,
  onClose,
  onDone,
}: {
  open: boolean
  onClose: () => void
  onDone: (text: string) => void
}) {
  const { t } = useWords()
  const [fields, setFields] = useState(() => startCoupon(dayNames(undefined)(serverNow())))
  const [tried, setTried] = useState(false)
  const { coupon, faults } = readCoupon(fields, startOfDay)
  const make = useMutation({
    mutationFn: (input: NewCoupon) => api.accounting.makeCoupon(input),
    onSuccess: ({ code }) => {
      setFields(startCoupon(dayNames(undefined)(serverNow())))
      setTried(false)
      onDone(t('accounting.coupon_made', { code }))
      onClose()
    },
    onSettled: refreshAccounting,
  })
  return (
    <CouponSheet
      open={open}
      title={t('accounting.coupon_make')}
      go={t('accounting.coupon_make')}
      doing={make}
      onSend={(form) => {
        setTried(true)
        if (coupon !== null && !make.isPending) make.mutate(coupon)
        else focusFault(form)
      }}
      onClose={onClose}
    >
      <Fields fields={fields} faults={tried ? faults : []} onChange={setFields} />
    </CouponSheet>
  )
}

type FieldsProps = {
  fields: CouponFields
  faults: readonly CouponFault[]
  onChange: (fields: CouponFields) => void
}

function Fields({ fields, faults, onChange }: FieldsProps) {
  const { t } = useWords()
  const name = useId()
  const set = (part: Partial<CouponFields>) => onChange({ ...fields, ...part })
  const bind = (field: Exclude<keyof CouponFields, 'kind' | 'appliesTo'>) => ({
    value: fields[field],
    error: faults.includes(field as CouponFault) ? t(`accounting.wrong.${field as CouponFault}`) : undefined,
    onChange: (event: { target: { value: string } }) => set({ [field]: event.target.value }),
  })
  return (
    <>
      <TextField
        label={t('accounting.code')}
        hint={t('accounting.code_hint')}
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={24}
        {...bind('code')}
      />
      <Cut kind={fields.kind} size={bind(fields.kind)} onKind={(kind) => set({ kind })} />
      <Segmented
        label={t('accounting.applies')}
        name={name}
        value={fields.appliesTo}
        onChange={(appliesTo) => set({ appliesTo })}
        choices={(['subscriptions', 'everything'] as const).map((value) => ({
          value,
          label: t(`accounting.applies.${value}`),
          face: t(`accounting.applies_short.${value}`),
        }))}
      />
      <div className="accounting-pair">
        <TextField type="date" label={t('accounting.from')} {...bind('from')} />
        <TextField
          type="date"
          label={t('accounting.until')}
          aside={t('accounting.optional')}
          {...bind('until')}
        />
      </div>
      <TextField
        label={t('accounting.most_uses')}
        hint={t('accounting.most_uses_hint')}
        aside={t('accounting.optional')}
        inputMode="numeric"
        maxLength={20}
        {...bind('mostUses')}
      />
      <TextField
        label={t('accounting.note')}
        hint={t('accounting.note_hint')}
        aside={t('accounting.optional')}
        maxLength={200}
        {...bind('note')}
      />
    </>
  )
}

/** The discount: its kind and its size. */
function Cut({
  kind,
  size,
  onKind,
}: {
  kind: CouponFields['kind']
  size: Pick<ComponentProps<typeof TextField>, 'value' | 'error' | 'onChange'>
  onKind: (kind: CouponFields['kind']) => void
}) {
  const { t } = useWords()
  const percent = kind === 'percent'
  return (
    <>
      <Segmented
        label={t('accounting.cut')}
        name={useId()}
        value={kind}
        onChange={onKind}
        choices={(['percent', 'amount'] as const).map((value) => ({
          value,
          label: t(`accounting.cut.${value}`),
        }))}
      />
      <TextField
        label={t(`accounting.${kind}_off`)}
        inputMode={percent ? 'numeric' : 'decimal'}
        maxLength={20}
        {...size}
      />
    </>
  )
}

/** Days of a coupon are those of the operator's device. */
function startOfDay(day: string): number {
  return new Date(`${day}T00:00:00`).getTime()
}

import { useId } from 'react'
import { METHOD_KINDS } from '@madruga/core/invoices.ts'
import type { MethodKind } from '@madruga/core/invoices.ts'
import { useWords } from '../../../i18n.ts'
import { Segmented } from '../../../ui/Segmented.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { PRICE_FIELDS } from './price-form.ts'
import type { FeeFields, PriceFault, PriceFields } from './price-form.ts'

const RULES = ['none', 'flat', 'percent'] as const

/** Every price as a field, and the fee of each payment method. */
export function PriceInputs({
  fields,
  faults,
  onChange,
}: {
  fields: PriceFields
  faults: readonly PriceFault[]
  onChange: (fields: PriceFields) => void
}) {
  const { t } = useWords()
  return (
    <>
      <div className="accounting-fields">
        {PRICE_FIELDS.map((name) => (
          <TextField
            key={name}
            label={t(`accounting.price.${name}`)}
            aside="$"
            inputMode="decimal"
            autoComplete="off"
            maxLength={20}
            className="tnum"
            value={fields[name]}
            error={faults.includes(name) ? t('accounting.wrong_price') : undefined}
            onChange={(event) => onChange({ ...fields, [name]: event.target.value })}
          />
        ))}
        <TextField
          label={t('accounting.price.referral')}
          aside="%"
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          className="tnum"
          value={fields.referral}
          error={faults.includes('referral') ? t('accounting.wrong_referral') : undefined}
          onChange={(event) => onChange({ ...fields, referral: event.target.value })}
        />
      </div>
      {METHOD_KINDS.map((method) => (
        <FeeInputs
          key={method}
          method={method}
          fee={fields[method]}
          faults={faults}
          onChange={(fee) => onChange({ ...fields, [method]: fee })}
        />
      ))}
    </>
  )
}

function FeeInputs({
  method,
  fee,
  faults,
  onChange,
}: {
  method: MethodKind
  fee: FeeFields
  faults: readonly PriceFault[]
  onChange: (fee: FeeFields) => void
}) {
  const { t } = useWords()
  const name = useId()
  const bind = (field: 'flat' | 'percent' | 'fixed') => ({
    inputMode: 'decimal' as const,
    autoComplete: 'off',
    maxLength: 20,
    className: 'tnum',
    value: fee[field],
    error: faults.includes(`${method}.${field}`)
      ? t(field === 'percent' ? 'accounting.wrong_percent' : 'accounting.wrong_fee')
      : undefined,
    onChange: (event: { target: { value: string } }) => onChange({ ...fee, [field]: event.target.value }),
  })
  return (
    <fieldset className="accounting-fee">
      <legend className="font-extrabold">{t(`accounting.price.${method}`)}</legend>
      <Segmented
        label={t(`accounting.price.${method}`)}
        name={name}
        value={fee.kind}
        onChange={(kind) => onChange({ ...fee, kind })}
        choices={RULES.map((value) => ({ value, label: t(`accounting.fee.${value}`) }))}
      />
      {fee.kind === 'flat' && <TextField label={t('accounting.fee_flat')} aside="$" {...bind('flat')} />}
      {fee.kind === 'percent' && (
        <div className="accounting-pair">
          <TextField label={t('accounting.fee_percent')} aside="%" {...bind('percent')} />
          <TextField label={t('accounting.fee_fixed')} aside="$" {...bind('fixed')} />
        </div>
      )}
    </fieldset>
  )
}

import {
  HOUSE_LIMITS,
  HOUSE_LIMIT_RANGES,
  NO_HOUSE_RULES,
  PROPOSED_HOUSE_RULES,
} from '@madruga/core/house-rules.ts'
import type { HouseLimit } from '@madruga/core/house-rules.ts'
import { describeKind } from '@madruga/core/instances.ts'
import type { InstanceField } from '@madruga/core/instances.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { SwitchRow } from '../../../ui/SwitchRow.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { startHouse } from './instance-form.ts'
import type { InstanceFaults, InstanceFields } from './instance-form.ts'
import type { InstanceView } from './queries.ts'

export type FieldsProps = {
  known: InstanceView | null
  fields: InstanceFields
  faults: InstanceFaults
  onChange: (part: Partial<InstanceFields>) => void
}

type TextName = Exclude<keyof InstanceFields, 'kind' | 'allowPrivate' | 'houseLimits' | 'takesTurns'>

/** Binds the field of a name, whose findings are under a path. */
export function bindTo({ fields, faults, onChange }: FieldsProps, t: Words['t']) {
  return (field: TextName, path: InstanceField) => {
    const fault = faults[path]
    return {
      value: fields[field],
      error: fault && t(`error.${fault}`),
      onChange: (event: { target: { value: string } }) => onChange({ [field]: event.target.value }),
    }
  }
}

/** What the instance asks of its members' bots: each rule may be left out. */
export function HouseFields({ fields: { kind, houseLimits, takesTurns }, faults, onChange }: FieldsProps) {
  const { t } = useWords()
  const { label, listsShifts } = describeKind(kind)
  const idle = listsShifts ? '' : ` ${t('instances.house_idle', { software: label })}`
  const noPlaces = ` ${t('instances.house_no_places')}`
  /** What a rule does as it stands, where it may surprise. */
  const effects: Partial<Record<HouseLimit, string>> = {
    headStartMinutes: idle,
    waitListPlaces: houseLimits.waitListPlaces.trim() === '0' ? noPlaces : '',
  }
  const hasRules = takesTurns || HOUSE_LIMITS.some((limit) => houseLimits[limit] !== '')
  return (
    <fieldset className="grid gap-4">
      <legend className="mb-1 text-lg font-extrabold">{t('instances.house')}</legend>
      <p className="text-sm leading-snug text-muted">{t('instances.house_hint')}</p>
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() => onChange(startHouse(hasRules ? NO_HOUSE_RULES : PROPOSED_HOUSE_RULES))}
      >
        {t(hasRules ? 'instances.house_clear' : 'instances.house_propose')}
      </button>
      {HOUSE_LIMITS.map((limit) => {
        const fault = faults[`houseRules.${limit}`]
        const proposal = PROPOSED_HOUSE_RULES[limit] ?? ''
        const range = t('instances.house_range', { ...HOUSE_LIMIT_RANGES[limit], proposed: proposal })
        return (
          <TextField
            key={limit}
            label={t(`instances.house.${limit}`)}
            hint={range + (effects[limit] ?? '')}
            aside={t('instances.optional')}
            inputMode="numeric"
            maxLength={4}
            value={houseLimits[limit]}
            error={fault && t(`error.${fault}`)}
            onChange={({ target }) => onChange({ houseLimits: { ...houseLimits, [limit]: target.value } })}
          />
        )
      })}
      <SwitchRow
        label={t('instances.house.takesTurns')}
        hint={t('instances.house.takesTurns_hint') + idle}
        flush
        checked={takesTurns}
        onChange={(turns) => onChange({ takesTurns: turns })}
      />
    </fieldset>
  )
}

/** What an active member owes a month, in the currency of the record, or the one that is typed. */
export function MemberPriceFields(props: FieldsProps) {
  const { t } = useWords()
  const { kind, memberPrice } = props.fields
  const bind = bindTo(props, t)
  const saysCurrency = describeKind(kind).options.includes('currency')
  return (
    <>
      <TextField
        label={t('instances.member_price')}
        hint={t('instances.member_price_hint')}
        aside={t('instances.optional')}
        inputMode="decimal"
        maxLength={9}
        {...bind('memberPrice', 'memberPrice.cents')}
      />
      {!saysCurrency && memberPrice.trim() !== '' && (
        <TextField
          label={t('instances.member_currency')}
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={3}
          {...bind('memberCurrency', 'memberPrice.currency')}
        />
      )}
    </>
  )
}

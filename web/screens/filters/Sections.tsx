import { Controller } from 'react-hook-form'
import type { UseFormReturn } from 'react-hook-form'
import { SPEEDS } from '@madruga/core/filters.ts'
import { useWords } from '../../i18n.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { Stepper } from '../../ui/Stepper.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { Section } from './Section.tsx'
import type { FilterFields } from './fields.ts'

type Form = { form: UseFormReturn<FilterFields> }
type NumberName = {
  [K in keyof FilterFields]: FilterFields[K] extends number | null ? K : never
}[keyof FilterFields]
type SwitchName = {
  [K in keyof FilterFields]: FilterFields[K] extends boolean ? K : never
}[keyof FilterFields]

function NumberRow({
  form,
  name,
  label,
  hint,
  step,
  unit,
}: Form & {
  name: NumberName
  label: string
  hint?: string
  step: number
  unit: 'dollars' | 'minutes' | 'hours'
}) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field, fieldState }) => (
        <Stepper
          label={label}
          {...(hint ? { hint } : {})}
          step={step}
          unit={unit}
          value={field.value}
          error={fieldState.error?.message}
          onBlur={field.onBlur}
          onChange={(value) => {
            form.clearErrors(name)
            field.onChange(value)
          }}
        />
      )}
    />
  )
}

function Toggle({ form, name, label, hint }: Form & { name: SwitchName; label: string; hint: string }) {
  return (
    <Controller
      control={form.control}
      name={name}
      render={({ field }) => (
        <SwitchRow label={label} hint={hint} checked={field.value} onChange={field.onChange} />
      )}
    />
  )
}

export function PaySection({ form, values }: Form & { values: FilterFields }) {
  const { t } = useWords()
  const both = (values.perHour ?? 0) > 0 && (values.total ?? 0) > 0
  return (
    <Section name="pay" title={t('filter.pay')} hint={t('filter.pay_hint')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
        <NumberRow form={form} name="perHour" label={t('filter.per_hour')} step={1} unit="dollars" />
        <NumberRow form={form} name="total" label={t('filter.total')} step={5} unit="dollars" />
      </div>
      {both && (
        <Controller
          control={form.control}
          name="combine"
          render={({ field }) => (
            <fieldset className="mt-3 grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
              <legend className="mb-2 font-semibold">{t('filter.combine')}</legend>
              {(['both', 'either'] as const).map((choice) => (
                <OptionRow
                  key={choice}
                  name={field.name}
                  checked={field.value === choice}
                  onChoose={() => field.onChange(choice)}
                >
                  <span className="font-semibold leading-tight">{t(`filter.${choice}`)}</span>
                </OptionRow>
              ))}
            </fieldset>
          )}
        />
      )}
      <div className="mt-3">
        <Toggle form={form} name="countTip" label={t('filter.count_tip')} hint={t('filter.count_tip_hint')} />
      </div>
    </Section>
  )
}

export function ArrivalSection({ form }: Form) {
  const { t } = useWords()
  return (
    <Section name="arrival" title={t('filter.arrival')}>
      <div className="max-w-[22rem]">
        <NumberRow
          form={form}
          name="arrivalMinutes"
          label={t('filter.arrival_hint')}
          step={5}
          unit="minutes"
        />
      </div>
    </Section>
  )
}

export function LimitsSection({ form }: Form) {
  const { t } = useWords()
  return (
    <Section name="limits" title={t('filter.limits')} hint={t('filter.limits_hint')}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-3">
        <NumberRow form={form} name="hoursPerDay" label={t('filter.hours_day')} step={1} unit="hours" />
        <NumberRow form={form} name="hoursPerWeek" label={t('filter.hours_week')} step={1} unit="hours" />
      </div>
    </Section>
  )
}

export function SpeedSection({ form }: Form) {
  const { t } = useWords()
  return (
    <Section name="speed" title={t('filter.speed')} hint={t('filter.speed_hint')}>
      <Controller
        control={form.control}
        name="speed"
        render={({ field, fieldState }) => (
          <fieldset className="grid gap-2" data-invalid={fieldState.invalid}>
            <legend className="sr-only">{t('filter.speed')}</legend>
            {SPEEDS.filter((speed) => speed !== '4X').map((speed) => (
              <OptionRow
                key={speed}
                name={field.name}
                checked={field.value === speed}
                onChoose={() => field.onChange(speed)}
              >
                <span className="grid grid-cols-[3.5rem_minmax(0,1fr)] items-baseline gap-x-2">
                  <span className="text-lg font-extrabold">{speed}</span>
                  <span className="leading-snug text-muted">{t(`speed.${speed}`)}</span>
                </span>
              </OptionRow>
            ))}
            <p role="alert" className="font-semibold text-red empty:hidden">
              {fieldState.error?.message}
            </p>
          </fieldset>
        )}
      />
    </Section>
  )
}

export function SwitchesSection({ form }: Form) {
  const { t } = useWords()
  return (
    <Section name="switches" title={t('filter.switches')}>
      <div className="grid gap-2">
        <div className="rounded-2xl bg-surface p-4">
          <NumberRow
            form={form}
            name="sleepAfterAwardMinutes"
            label={t('filter.sleep_award')}
            hint={t('filter.sleep_award_hint')}
            step={5}
            unit="minutes"
          />
        </div>
        <Toggle
          form={form}
          name="sleepDuringDelivery"
          label={t('filter.sleep_delivery')}
          hint={t('filter.sleep_delivery_hint')}
        />
        <Toggle
          form={form}
          name="logOutOfPlatformOnStart"
          label={t('filter.log_out')}
          hint={t('filter.log_out_hint')}
        />
        <Toggle
          form={form}
          name="hideIgnoredByPrice"
          label={t('filter.hide_price')}
          hint={t('filter.hide_price_hint')}
        />
      </div>
    </Section>
  )
}

import { useMemo } from 'react'
import type { ComponentProps } from 'react'
import { useWords } from '../i18n.ts'
import { SelectField } from './SelectField.tsx'
import { listTimeZones } from './time-zones.ts'
import type { ZoneChoice } from './time-zones.ts'

/** A choice of all time zones, by the device's own list. */
export function TimeZoneField(
  props: Omit<ComponentProps<typeof SelectField>, 'children' | 'value'> & { value: string },
) {
  const { t, locale } = useWords()
  const { value } = props
  const { near, home, others } = useMemo(() => listTimeZones(locale, value), [locale, value])
  return (
    <SelectField {...props}>
      {near.map(toOption)}
      {home.length > 0 && <optgroup label={t('form.zones_home')}>{home.map(toOption)}</optgroup>}
      <optgroup label={t('form.zones_other')}>{others.map(toOption)}</optgroup>
    </SelectField>
  )
}

function toOption({ zone, label }: ZoneChoice) {
  return (
    <option key={zone} value={zone}>
      {label}
    </option>
  )
}

import { IconBuildingStore } from '../../icons/building-store.ts'
import { IconBuildingWarehouse } from '../../icons/building-warehouse.ts'
import type { ReactNode } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { useWords } from '../../i18n.ts'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'

/** The choice of the delivery app, as two cards. */
export function VariantCards({
  label,
  name,
  value,
  onChange,
}: {
  label: ReactNode
  name: string
  value: Variant
  onChange: (variant: Variant) => void
}) {
  const { t } = useWords()
  return (
    <ChoiceCards
      label={label}
      name={name}
      value={value}
      onChange={onChange}
      choices={[
        {
          value: 'amazon',
          title: t('profile.app_amazon'),
          note: t('profile.app_amazon_text'),
          icon: <IconBuildingWarehouse size={28} aria-hidden />,
        },
        {
          value: 'spark',
          title: t('profile.app_spark'),
          note: t('profile.app_spark_text'),
          icon: <IconBuildingStore size={28} aria-hidden />,
        },
      ]}
    />
  )
}

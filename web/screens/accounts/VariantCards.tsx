import { IconBuildingStore, IconPackages, IconBuildingWarehouse } from '../../icons/drawings.ts'
import type { ReactNode } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { isDraftVariant } from '@madruga/core/instances.ts'
import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../i18n.ts'
import { serviceQuery } from '../../queries.ts'
import { ChoiceCards } from '../../ui/ChoiceCards.tsx'
import { Notice } from '../../ui/Notice.tsx'

const ICONS = { amazon: IconBuildingWarehouse, spark: IconBuildingStore, courier: IconPackages }

/**
 * The choice among the delivery apps on offer, as cards, where there is one; of an app whose platforms are
 * drafts, what that means.
 */
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
  const { variants = [] } = useQuery(serviceQuery).data ?? {}
  return (
    <div className="grid gap-2">
      {variants.some((variant) => variant !== value) && (
        <ChoiceCards
          label={label}
          name={name}
          value={value}
          onChange={onChange}
          choices={variants.map((variant) => {
            const Icon = ICONS[variant]
            return {
              value: variant,
              title: t(`profile.app_${variant}`),
              note: t(`profile.app_${variant}_text`),
              icon: <Icon size={28} aria-hidden />,
              ...(isDraftVariant(variant) && { mark: t('platform.draft') }),
            }
          })}
        />
      )}
      {isDraftVariant(value) && <Notice kind="plain">{t('platform.drafts_text')}</Notice>}
    </div>
  )
}

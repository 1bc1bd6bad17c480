import type { ComponentProps } from 'react'
import { useWords } from '../../i18n.ts'
import { TextField } from '../../ui/TextField.tsx'

/** The code of the referring driver; optional. */
export function ReferralField(
  binding: Pick<ComponentProps<typeof TextField>, 'name' | 'value' | 'error' | 'onChange'>,
) {
  const { t } = useWords()
  return (
    <TextField
      label={t('register.referral')}
      aside={t('form.optional')}
      autoComplete="off"
      autoCapitalize="characters"
      spellCheck={false}
      maxLength={40}
      {...binding}
    />
  )
}

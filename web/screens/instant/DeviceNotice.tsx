import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'

/** No device id is enabled: why that matters, and whom to contact. */
export function DeviceNotice() {
  const { t } = useWords()
  return (
    <Notice kind="plain" actions={<ScreenLink screen="support">{t('act.support')}</ScreenLink>}>
      {t('error.instant.no_device')}
    </Notice>
  )
}

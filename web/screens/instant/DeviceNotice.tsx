import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'

/** No device id is enabled: why that matters, and whom to contact. */
export function DeviceNotice() {
  const { t } = useWords()
  return (
    <Notice kind="plain" actions={<ScreenLink screen="support">{t('instant.to_support')}</ScreenLink>}>
      {t('instant.device_title')}
      <span className="mt-1 block font-normal">{t('instant.device_text')}</span>
    </Notice>
  )
}

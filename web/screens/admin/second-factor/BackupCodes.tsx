import { useWords } from '../../../i18n.ts'
import { CopyButton } from './CopyButton.tsx'

/** The backup codes, shown once. */
export function BackupCodes({
  codes,
  onLocalChange,
}: {
  codes: readonly string[]
  onLocalChange: () => void
}) {
  const { t } = useWords()
  return (
    <div className="grid gap-4">
      <h3 className="font-bold">{t('factor.codes')}</h3>
      <p className="text-muted">{t('factor.codes_text')}</p>
      <ul className="tnum grid gap-y-2 rounded-xl bg-surface-2 px-4 py-3 font-bold">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <CopyButton text={codes.join('\n')}>{t('factor.copy_codes')}</CopyButton>
        <button type="button" className="act" onClick={onLocalChange}>
          {t('factor.kept')}
        </button>
      </div>
    </div>
  )
}

import { IconDownload } from '../../../icons/download.ts'
import { IconTrash } from '../../../icons/trash.ts'
import { useState } from 'react'
import { downloadAddress } from '../../../downloads.ts'
import { useWords } from '../../../i18n.ts'
import { warmSheet } from '../../../ui/LateSheet.tsx'
import { DeleteSheet } from './DeleteSheet.tsx'
import { Part } from './Part.tsx'

/** The driver's data: to export, or to delete. */
export function DataPart() {
  const { t } = useWords()
  const [deleting, setDeleting] = useState(false)
  return (
    <Part title={t('profile.data')}>
      <div className="grid gap-2 rounded-2xl bg-surface p-4">
        <p className="text-sm leading-snug text-muted">{t('profile.download_note')}</p>
        <a className="btn" href={downloadAddress('account.json')} download>
          <IconDownload size={20} aria-hidden />
          {t('profile.download')}
        </a>
      </div>
      <button
        type="button"
        className="btn !text-red"
        onPointerDown={warmSheet}
        onClick={() => setDeleting(true)}
      >
        <IconTrash size={20} aria-hidden />
        {t('profile.delete')}
      </button>
      {deleting && <DeleteSheet onClose={() => setDeleting(false)} />}
    </Part>
  )
}

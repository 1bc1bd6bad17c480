import { IconDownload, IconUpload } from '../../icons/drawings.ts'
import { useId, useState } from 'react'
import { writeTransfer } from '@madruga/core/filters.ts'
import type { Filter } from '@madruga/core/filters.ts'
import { announce } from '../../announce.ts'
import { serverNow } from '../../clock.ts'
import { useWords } from '../../i18n.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { warmSheet } from '../../ui/LateSheet.tsx'
import type { FileOwner, PickedFile } from './ImportSheet.tsx'
import { SaidNotice } from './SaidNotice.tsx'
import type { Said } from './SaidNotice.tsx'

const ImportSheet = onDemand(() => import('./ImportSheet.tsx').then((module) => module.ImportSheet))

/** A filter of many thousand lines is smaller than this; a larger file is no filter. */
const FILE_MAX_BYTES = 4_000_000

/** The filter as a file: to store, to share, to restore. */
export function FileSection<F extends Filter>({
  edited,
  saved,
  dirty,
  own,
  onTake,
}: {
  /** The filter on the screen; null while it is invalid. */
  edited: F | null
  /** The active filter; null if there is none. */
  saved: F | null
  dirty: boolean
  own: FileOwner
  /** A method, so that a variant's own form accepts what is read for that variant only. */
  onTake(filter: F): void
}) {
  const { t } = useWords()
  const [filterFile, setFilterFile] = useState<PickedFile | null>(null)
  const [notice, say] = useState<Said | null>(null)
  const write = (filter: F) => {
    say(null)
    download(writeTransfer(filter, own.stations, serverNow()), serverNow())
  }
  const pick = async (file: File) => {
    say(null)
    setFilterFile({ name: file.name, text: file.size > FILE_MAX_BYTES ? '' : await file.text() })
  }
  return (
    <section aria-labelledby="filter-file">
      <h2 id="filter-file" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('file.title')}
      </h2>
      <div className="mt-3 grid gap-2">
        <SaidNotice said={notice} onClose={() => say(null)} />
        <div className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,11rem),1fr))] gap-2">
          <button
            type="button"
            className="btn"
            onClick={() => (edited ? write(edited) : say({ good: false, text: t('file.not_valid') }))}
          >
            <IconDownload size={20} aria-hidden />
            {t(dirty && saved ? 'file.export_edited' : 'file.export')}
          </button>
          {dirty && saved && (
            <button type="button" className="btn" onClick={() => write(saved)}>
              <IconDownload size={20} aria-hidden />
              {t('file.export_saved')}
            </button>
          )}
          <FilePicker onPick={pick} />
        </div>
      </div>
      {filterFile && (
        <ImportSheet
          picked={filterFile}
          own={own}
          dirty={dirty}
          onClose={() => setFilterFile(null)}
          onTake={(filter) => {
            // It is read only for its owner's variant.
            onTake(filter as F)
            setFilterFile(null)
            say({ good: true, text: t('file.taken', { file: filterFile.name }) })
            announce(t('file.taken', { file: filterFile.name }))
          }}
        />
      )}
    </section>
  )
}

function FilePicker({ onPick }: { onPick: (file: File) => Promise<void> }) {
  const { t } = useWords()
  const id = useId()
  return (
    <label
      htmlFor={id}
      className="btn cursor-pointer has-[:focus-visible]:outline-3 has-[:focus-visible]:outline-[var(--focus)]"
      onPointerDown={warmSheet}
    >
      <IconUpload size={20} aria-hidden />
      {t('file.import')}
      <input
        id={id}
        type="file"
        accept="application/json,.json"
        className="sr-only"
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) void onPick(file)
          // Allows choosing the same file again.
          event.target.value = ''
        }}
      />
    </label>
  )
}

/** Offers a text as a download, named by its day. */
function download(text: string, at: number): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  const link = document.createElement('a')
  link.href = address
  link.download = `madruga-filter-${new Date(at).toISOString().slice(0, 10)}.json`
  link.click()
  URL.revokeObjectURL(address)
}

import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { GoneWords } from '../platforms/GoneWords.tsx'
import type { Gone } from '../platforms/GoneWords.tsx'

/** Above an editor: parts of the filter that the delivery app no longer lists, and one tap to remove them. */
export function GoneNotice({
  gone,
  chosen,
  onTakeOut,
}: {
  gone: Gone
  /** Ids selected in the editor. */
  chosen: readonly string[]
  onTakeOut: (ids: ReadonlySet<string>) => void
}) {
  const { t } = useWords()
  const left = gone.filter(({ id }) => chosen.includes(id))
  if (left.length === 0) return null
  return (
    <Notice
      kind="plain"
      actions={
        <button
          type="button"
          className="btn !bg-surface"
          onClick={() => {
            announce(t('sync.taken_out'))
            onTakeOut(new Set(left.map(({ id }) => id)))
          }}
        >
          {t('sync.take_out')}
        </button>
      }
    >
      <GoneWords gone={left} />
    </Notice>
  )
}

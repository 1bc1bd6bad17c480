import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { GoneWords } from '../platforms/GoneWords.tsx'
import type { Gone } from '../platforms/GoneWords.tsx'

/**
 * Above an editor: what of the filter the delivery app no longer has, while it is in it, and one tap to take
 * it out.
 */
export function GoneNotice({
  gone,
  chosen,
  onTakeOut,
}: {
  gone: Gone
  /** Ids of what is chosen in the editor now. */
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

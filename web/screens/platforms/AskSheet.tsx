import type { Problem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { Refused } from './Refused.tsx'

/** Asks before a deletion; stays open meanwhile, and shows a refusal. */
export function AskSheet({
  open,
  onOpenChange,
  title,
  text,
  go,
  busy,
  problem,
  onGo,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: string
  text: string
  go: string
  busy: boolean
  problem: Problem | null
  onGo: () => void
}) {
  const { t } = useWords()
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={title}
      footer={
        <div className="grid gap-2">
          <button
            type="button"
            className="act"
            data-danger="true"
            aria-disabled={busy}
            onClick={() => !busy && onGo()}
          >
            {go}
          </button>
          <button type="button" className="btn" onClick={() => onOpenChange(false)}>
            {t('sync.cancel')}
          </button>
        </div>
      }
    >
      <p className="leading-snug text-muted">{text}</p>
      {problem && (
        <div className="mt-4">
          <Refused problem={problem} />
        </div>
      )}
    </Sheet>
  )
}

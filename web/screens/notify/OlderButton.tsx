import { useEffect, useEffectEvent, useRef } from 'react'
import { useWords } from '../../i18n.ts'

type Older = { busy: boolean; failed: boolean; label: string; onMore: () => void }

/** The end of an endless list: loads more when it becomes visible, or shows `end` if there is no more. */
export function OlderButton({ more, end, ...older }: Older & { more: boolean; end: string }) {
  if (!more) return <p className="px-4 py-4 text-center text-sm text-muted">{end}</p>
  return <Next {...older} />
}

/** A button for keyboards, screen readers and after a failure; when visible it needs no tap. */
function Next({ busy, failed, label, onMore }: Older) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const go = useEffectEvent(() => {
    if (!busy && !failed) onMore()
  })
  useEffect(() => {
    const element = box.current
    if (!element) return
    const sight = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) go()
      },
      { rootMargin: '400px' },
    )
    sight.observe(element)
    return () => sight.disconnect()
  }, [])
  return (
    <div ref={box} className="grid justify-items-center gap-1 p-4">
      {failed && (
        <p role="alert" className="font-semibold text-red">
          {t('shell.failed')}
        </p>
      )}
      <button type="button" className="btn" aria-disabled={busy} onClick={() => !busy && onMore()}>
        {busy ? t('shell.loading') : failed ? t('shell.retry') : label}
      </button>
    </div>
  )
}

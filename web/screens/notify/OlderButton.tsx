import { useEffect, useEffectEvent, useRef } from 'react'
import { useWords } from '../../i18n.ts'

/** The end of an endless list: fetches more as it comes into sight; a button for keys, readers and after a failure. */
export function OlderButton({
  more,
  busy,
  failed,
  label,
  end,
  onMore,
}: {
  more: boolean
  busy: boolean
  failed: boolean
  label: string
  /** What stands where there is no more. */
  end: string
  onMore: () => void
}) {
  const { t } = useWords()
  const box = useRef<HTMLDivElement>(null)
  const go = useEffectEvent(() => {
    if (more && !busy && !failed) onMore()
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
  }, [more])
  if (!more) return <p className="px-4 py-4 text-center text-sm text-muted">{end}</p>
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

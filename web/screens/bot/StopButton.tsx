import { IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { useWords } from '../../i18n.ts'

/** How long a hold takes; the fill in pieces.css runs as long. */
const HOLD_MS = 900

/**
 * Hold to stop, so that a pocket does not. A tap, a key or a screen reader asks instead: then a second press decides,
 * and nobody has to hold anything.
 */
export function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  const { t } = useWords()
  const [holding, setHolding] = useState(false)
  const [asking, setAsking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const keep = useRef<HTMLButtonElement>(null)
  const release = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  const dismiss = (event: React.KeyboardEvent) => {
    if (event.key === 'Escape') setAsking(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (asking) keep.current?.focus({ preventScroll: true })
  }, [asking])

  if (stopping) {
    return (
      <button type="button" className="act" data-quiet="true" aria-disabled="true">
        {t('home.stopping')}
      </button>
    )
  }
  if (asking) {
    return (
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="sr-only">{t('home.stop_ask')}</legend>
        <button
          type="button"
          className="act"
          data-danger="true"
          onKeyDown={dismiss}
          onClick={() => {
            setAsking(false)
            onStop()
          }}
        >
          <IconPlayerStopFilled size={22} aria-hidden className="shrink-0" />
          {t('home.stop_now')}
        </button>
        <button
          ref={keep}
          type="button"
          className="act"
          data-quiet="true"
          onKeyDown={dismiss}
          onClick={() => setAsking(false)}
        >
          {t('home.stop_keep')}
        </button>
      </fieldset>
    )
  }
  return (
    <button
      type="button"
      className="act"
      data-quiet="true"
      data-holding={holding}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        held.current = false
        setHolding(true)
        timer.current = setTimeout(() => {
          held.current = true
          setHolding(false)
          navigator.vibrate?.(30)
          onStop()
        }, HOLD_MS)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!held.current) setAsking(true)
        held.current = false
      }}
    >
      <span className="act-fill" aria-hidden />
      <span className="relative flex items-center gap-2.5">
        <IconPlayerStopFilled size={22} aria-hidden className="shrink-0" />
        {t('home.hold')}
      </span>
    </button>
  )
}

import { IconPlayerStopFilled } from '../icons/first.ts'
import { useEffect, useRef, useState } from 'react'
import type { KeyboardEvent } from 'react'

/** The duration of a hold; the fill animation in pieces.css takes as long. */
const HOLD_MS = 900

/**
 * A stop action: hold it, so that a pocket does not trigger it. A tap, a key or a screen reader gets a
 * confirmation instead: a second press decides, and no one has to hold anything.
 */
export function HoldButton({ label, ask, yes, no, danger = false, allowed, onDone }: Hold) {
  const [holding, setHolding] = useState(false)
  const [asking, setAsking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const wasHeld = useRef(false)
  const release = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  if (asking) {
    return (
      <Confirmation
        {...{ ask, yes, no, danger }}
        onYes={() => {
          setAsking(false)
          onDone()
        }}
        onNo={() => setAsking(false)}
      />
    )
  }
  return (
    <button
      type="button"
      className="act"
      data-quiet={!danger}
      data-danger={danger}
      data-holding={holding}
      onPointerDown={(event) => {
        wasHeld.current = false
        if (event.button !== 0 || allowed?.() === false) return
        setHolding(true)
        timer.current = setTimeout(() => {
          wasHeld.current = true
          setHolding(false)
          navigator.vibrate?.(30)
          onDone()
        }, HOLD_MS)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!wasHeld.current && allowed?.() !== false) setAsking(true)
        wasHeld.current = false
      }}
    >
      <span className={danger ? 'act-fill console-fill' : 'act-fill'} aria-hidden />
      <span className="relative flex items-center gap-2.5">
        <IconPlayerStopFilled size={22} aria-hidden className="shrink-0" />
        {label}
      </span>
    </button>
  )
}

type Hold = {
  label: string
  /** The confirmation without a hold, and its two answers. */
  ask: string
  yes: string
  no: string
  /** Red from the start, with the confirmation visible: for serious actions. */
  danger?: boolean
  /** Called before the action; shows itself what is missing. */
  allowed?: () => boolean
  onDone: () => void
}

function Confirmation({
  ask,
  yes,
  no,
  danger,
  onYes,
  onNo,
}: Pick<Hold, 'ask' | 'yes' | 'no' | 'danger'> & { onYes: () => void; onNo: () => void }) {
  const keep = useRef<HTMLButtonElement>(null)
  useEffect(() => keep.current?.focus({ preventScroll: true }), [])
  const dismiss = (event: KeyboardEvent) => {
    if (event.key === 'Escape') onNo()
  }
  return (
    <fieldset className="grid grid-cols-2 gap-2">
      <legend className={danger ? 'mb-2 font-bold' : 'sr-only'}>{ask}</legend>
      <button type="button" className="act" data-danger="true" onKeyDown={dismiss} onClick={onYes}>
        <IconPlayerStopFilled size={22} aria-hidden className="shrink-0" />
        {yes}
      </button>
      <button ref={keep} type="button" className="act" data-quiet="true" onKeyDown={dismiss} onClick={onNo}>
        {no}
      </button>
    </fieldset>
  )
}

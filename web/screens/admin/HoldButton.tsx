import { IconPlayerStopFilled } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'

/** How long a hold takes; the fill in pieces.css runs as long. */
const HOLD_MS = 900

/** A dangerous act: hold it, or tap and then confirm, so that neither a slip nor a key alone sets it off. */
export function HoldButton({
  label,
  ask,
  yes,
  no,
  allowed,
  onDone,
}: {
  label: string
  ask: string
  yes: string
  no: string
  /** Asked before anything moves; says to the operator what is missing. */
  allowed: () => boolean
  onDone: () => void
}) {
  const [holding, setHolding] = useState(false)
  const [asking, setAsking] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const held = useRef(false)
  const keep = useRef<HTMLButtonElement>(null)
  const release = () => {
    clearTimeout(timer.current)
    setHolding(false)
  }
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (asking) keep.current?.focus({ preventScroll: true })
  }, [asking])
  if (asking) {
    return (
      <fieldset className="grid grid-cols-2 gap-2">
        <legend className="mb-2 font-bold">{ask}</legend>
        <button
          type="button"
          className="act"
          data-danger="true"
          onClick={() => {
            setAsking(false)
            onDone()
          }}
        >
          {yes}
        </button>
        <button ref={keep} type="button" className="act" data-quiet="true" onClick={() => setAsking(false)}>
          {no}
        </button>
      </fieldset>
    )
  }
  return (
    <button
      type="button"
      className="act"
      data-danger="true"
      data-holding={holding}
      onPointerDown={(event) => {
        held.current = false
        if (event.button !== 0 || !allowed()) return
        setHolding(true)
        timer.current = setTimeout(() => {
          held.current = true
          setHolding(false)
          onDone()
        }, HOLD_MS)
      }}
      onPointerUp={release}
      onPointerLeave={release}
      onPointerCancel={release}
      onContextMenu={(event) => event.preventDefault()}
      onClick={() => {
        if (!held.current && allowed()) setAsking(true)
        held.current = false
      }}
    >
      <span className="act-fill console-fill" aria-hidden />
      <span className="relative flex items-center gap-2.5">
        <IconPlayerStopFilled size={22} aria-hidden className="shrink-0" />
        {label}
      </span>
    </button>
  )
}

import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A pause in typing after which the text is handed on. */
const PAUSE_MS = 300

/**
 * A text that is typed here and kept elsewhere, such as in the address: it is handed on after a pause in
 * typing, or at once by `settle`. A text that comes from elsewhere, as by the way back, takes the place of
 * what stands here.
 */
export function useTyped(
  text: string,
  onTyped: (text: string) => void,
): { typed: string; type: (text: string) => void; settle: () => void } {
  const [typed, type] = useState(text)
  const sent = useRef<string | null>(null)
  const settle = (now: string) => {
    const wanted = now.trim()
    if (wanted === text) return
    sent.current = wanted
    onTyped(wanted)
  }
  const settleLater = useEffectEvent(settle)
  useEffect(() => {
    // What was handed on comes back unchanged, and is no news.
    if (text !== sent.current) type(text)
    sent.current = null
  }, [text])
  useEffect(() => {
    const timer = setTimeout(() => settleLater(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, type, settle: () => settle(typed) }
}

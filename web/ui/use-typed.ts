import { useEffect, useEffectEvent, useRef, useState } from 'react'

/** A pause in typing after which the text is passed on. */
const PAUSE_MS = 300

/**
 * A text that is typed here and stored elsewhere, such as in the address: passed on after a pause in typing,
 * or at once by `passOn`. An external change, for example by the back button, replaces the text here.
 */
export function useTyped(
  text: string,
  onTyped: (text: string) => void,
): { typed: string; type: (text: string) => void; passOn: () => void } {
  const [typed, type] = useState(text)
  const lastText = useRef<string | null>(null)
  const passOn = (now: string) => {
    const next = now.trim()
    if (next === text) return
    lastText.current = next
    onTyped(next)
  }
  const passOnLater = useEffectEvent(passOn)
  useEffect(() => {
    // The echo of our own text is no change.
    if (text !== lastText.current) type(text)
    lastText.current = null
  }, [text])
  useEffect(() => {
    const timer = setTimeout(() => passOnLater(typed), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  return { typed, type, passOn: () => passOn(typed) }
}

import { useEffect, useRef, useState } from 'react'
import { TextField } from '../../ui/TextField.tsx'

/** A pause in typing after which the search begins. */
const SEARCH_AFTER_MS = 300

/** What is searched for. It lives in the address, so that a link brings it along and the way back finds it. */
export function SearchBox({
  label,
  text,
  onSearch,
}: {
  label: string
  text: string
  onSearch: (text: string) => void
}) {
  const [typed, setTyped] = useState(text)
  const sent = useRef<string | null>(null)
  const search = useRef(onSearch)
  search.current = onSearch
  useEffect(() => {
    // A link led here with another text; what was typed here comes back unchanged.
    if (text !== sent.current) setTyped(text)
  }, [text])
  useEffect(() => {
    const wanted = typed.trim()
    if (wanted === text) return
    const timer = setTimeout(() => {
      sent.current = wanted
      search.current(wanted)
    }, SEARCH_AFTER_MS)
    return () => clearTimeout(timer)
    // Only typing searches: the address follows it.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [typed])
  return (
    <TextField
      type="search"
      label={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  )
}

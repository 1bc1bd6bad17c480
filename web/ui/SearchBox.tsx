import { TextField } from './TextField.tsx'
import { useTyped } from './use-typed.ts'

/** The search term. It is part of the address, so that links and the back button restore it. */
export function SearchBox({
  label,
  text,
  onSearch,
}: {
  label: string
  text: string
  onSearch: (text: string) => void
}) {
  const { typed, type } = useTyped(text, onSearch)
  return (
    <TextField
      type="search"
      label={label}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={100}
      value={typed}
      onChange={(event) => type(event.target.value)}
    />
  )
}

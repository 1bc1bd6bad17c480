import { TextField } from '../../ui/TextField.tsx'
import { useTyped } from '../../ui/use-typed.ts'

/**
 * What is searched for. It lives in the address, so that a link brings it along and the way back finds it.
 */
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

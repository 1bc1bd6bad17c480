import { useLocation } from '@tanstack/react-router'
import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import { EditorScreen } from './EditorScreen.tsx'

/** The advanced filter: one setting a station at /advanced-filter, up to three at /advanced-filter-v2. */
export function AdvancedFilter() {
  const one = useLocation({ select: ({ pathname }) => pathname === '/advanced-filter' })
  // What was typed on one is found on the other: the edition's draft is theirs together.
  return <EditorScreen edition="advanced" settingsMax={one ? 1 : SETTINGS_MAX} />
}

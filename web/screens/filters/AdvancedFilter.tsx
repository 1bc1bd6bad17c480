import { useLocation } from '@tanstack/react-router'
import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import { EditorScreen } from './EditorScreen.tsx'

/** The advanced filter: one setting per station at /advanced-filter, up to three at /advanced-filter-v2. */
export function AdvancedFilter() {
  const one = useLocation({ select: ({ pathname }) => pathname === '/advanced-filter' })
  // Input on one appears on the other: they share the plan's draft.
  return <EditorScreen plan="advanced" settingsMax={one ? 1 : SETTINGS_MAX} />
}

import { Navigate } from '@tanstack/react-router'
import { useQuery } from '@tanstack/react-query'
import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import { sessionQuery } from '../../queries.ts'
import { EditorScreen } from './EditorScreen.tsx'

/** The basic filter of the amazon variant: one setting for all stations. */
export function FilterScreen() {
  const { data: driver } = useQuery(sessionQuery)
  if (driver?.app === 'spark') return <Navigate to="/spark-filter" replace />
  return <EditorScreen plan="basic" settingsMax={SETTINGS_MAX} />
}

import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import { EditorScreen } from './EditorScreen.tsx'

/**
 * The professional filter: all that the advanced one has, pay by length, ranges and a run schedule of one's
 * own.
 */
export function ProfessionalFilter() {
  return <EditorScreen edition="professional" settingsMax={SETTINGS_MAX} />
}

import { SETTINGS_MAX } from '@madruga/core/filters.ts'
import { EditorScreen } from './EditorScreen.tsx'

/**
 * The professional filter: everything of the advanced one, plus pay by length, ranges and a custom run
 * schedule.
 */
export function ProfessionalFilter() {
  return <EditorScreen plan="professional" settingsMax={SETTINGS_MAX} />
}

import { recallDriver } from '../../driver.ts'
import { Navigate } from '../../ui/Navigate.tsx'
import { homeScreen } from './menu.ts'

/** In place of a screen that is closed: leads home. */
export function Away() {
  return <Navigate to={`/${homeScreen(recallDriver())}`} />
}

import { recallDriver } from '../../driver.ts'
import { Navigate } from '../../ui/Navigate.tsx'
import { homeScreen, screenIn } from './menu.ts'

/** In place of a screen that is closed: leads home. */
export function Away() {
  return <Navigate to={`/${homeScreen(recallDriver())}`} />
}

/** The live log is the logs while they are live. */
export function LiveLog() {
  return <Navigate to={`/${screenIn(recallDriver(), 'logs')}`} search={{ live: '1' }} />
}

/** The help says what the bot is. */
export function BotInfo() {
  return <Navigate to="/fqa" search={{ open: 'states' }} />
}

/** The hours in which offers drop are part of the recap. */
export function Forecast() {
  return <Navigate to="/recap" />
}

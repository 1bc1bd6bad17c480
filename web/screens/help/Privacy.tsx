import { LegalPage } from './LegalPage.tsx'

/** What is kept about a driver, why, and for how long. */
export function Privacy() {
  return <LegalPage name="privacy" />
}

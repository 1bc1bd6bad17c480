import { LegalPage } from './LegalPage.tsx'

/** What is stored about a driver, why, and for how long. */
export function Privacy() {
  return <LegalPage name="privacy" />
}

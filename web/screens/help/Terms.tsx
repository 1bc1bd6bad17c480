import { LegalPage } from './LegalPage.tsx'

/** The terms that a driver accepts when they register. */
export function Terms() {
  return <LegalPage name="terms" />
}

import { request } from 'undici'
import type { DemoDriver } from './demo-drivers.ts'

/**
 * Creates a demo driver's account at the embedded market, by its admin call; the same e-mail again only
 * changes the password. Returns the driver's id there.
 */
export async function enrolDriver(
  marketUrl: string,
  { email, password, variant, metro }: Pick<DemoDriver, 'email' | 'password' | 'variant' | 'metro'>,
): Promise<string> {
  const { statusCode, body } = await request(`${marketUrl}/admin/drivers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password, variant, metro }),
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  })
  const said = await body.text()
  if (statusCode !== 200)
    throw new Error(`the market does not enrol ${email}: ${statusCode} ${said.slice(0, 200)}`)
  return (JSON.parse(said) as { driverId: string }).driverId
}

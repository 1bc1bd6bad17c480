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
  const account = { email, password, variant, metro }
  return ((await askSimulator(marketUrl, '/admin/drivers', account)) as { driverId: string }).driverId
}

/** An admin call of the market or of a stand-in. Rejects with its answer if it refuses. */
export async function askSimulator(url: string, path: string, input: object): Promise<unknown> {
  const { statusCode, body } = await request(url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(input),
    headersTimeout: 10_000,
    bodyTimeout: 10_000,
  })
  const answer = await body.text()
  if (statusCode !== 200) throw new Error(`${path} of the demo: ${statusCode} ${answer.slice(0, 200)}`)
  return answer === '' ? null : JSON.parse(answer)
}

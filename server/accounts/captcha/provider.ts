/** A captcha provider; `verifyUrl` verifies solutions. */
export type ProviderConfig = {
  provider: 'turnstile' | 'hcaptcha' | 'recaptcha'
  siteKey: string
  secret: string
  verifyUrl: string
}

const ANSWER_MS = 5_000

/**
 * Verifies a solution with the provider. Anything but a plain yes is a no; `fault` says why there was no
 * answer.
 */
export async function verifyAtProvider(
  { verifyUrl, secret }: ProviderConfig,
  proof: string,
  address: string,
): Promise<{ passed: boolean; fault: unknown }> {
  try {
    const answer = await fetch(verifyUrl, {
      method: 'POST',
      body: new URLSearchParams({ secret, response: proof, remoteip: address }),
      signal: AbortSignal.timeout(ANSWER_MS),
      redirect: 'error',
    })
    if (!answer.ok) return { passed: false, fault: `status ${answer.status}` }
    const verdict: unknown = await answer.json()
    const passed =
      typeof verdict === 'object' && verdict !== null && 'success' in verdict && verdict.success === true
    return { passed, fault: null }
  } catch (error) {
    return { passed: false, fault: error }
  }
}

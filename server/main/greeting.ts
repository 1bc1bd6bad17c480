import { DEMO_OPERATOR } from '../admin.ts'
import type { DemoSignIn } from '../admin.ts'
import type { Gateway } from '../billing.ts'

/** What the terminal says once everything answers. */
export function greet(places: {
  seconds: number
  appUrl: string
  market: { url: string; embedded: boolean }
  cards: Gateway
  dataDir: string
  signIns: readonly DemoSignIn[]
  /** What a newcomer may type where a coupon is asked for; null = nothing. */
  coupon: string | null
}): string {
  const { seconds, appUrl, market, cards, dataDir, signIns, coupon } = places
  const lines = [
    '',
    `  Madruga is ready after ${seconds.toFixed(1)} s`,
    '',
    `  App      ${appUrl}`,
    `  Market   ${market.url}${market.embedded ? '   (simulated: watch it live here)' : ''}`,
    `  Cards    ${cards.url ?? 'Stripe'}   (${cards.testMode ? 'test mode: no money moves' : 'live: real money moves'})`,
    `  API      ${appUrl}/api/openapi.json`,
    `  Data     ${dataDir}`,
  ]
  if (signIns.length > 0) {
    const operator = { variant: 'operator', ...DEMO_OPERATOR }
    lines.push('', '  Sign in as')
    for (const { variant, email, password } of [...signIns, operator]) {
      lines.push(`    ${variant.padEnd(8)} ${email.padEnd(21)} ${password}`)
    }
    if (coupon !== null) lines.push('', `  Half off a subscription: ${coupon}`)
    lines.push('', `  E-mail, SMS and calls that were sent: ${appUrl}/#/messages`)
  }
  return [...lines, '', '  Ctrl-C stops everything; the next start goes on where this one ended.', ''].join(
    '\n',
  )
}

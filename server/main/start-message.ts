import type { Demo } from '../console/admin.ts'
import type { Gateway } from '../money/payments.ts'

/** The message in the terminal once everything answers. */
export function greet(places: {
  seconds: number
  appUrl: string
  /** `url` null = there is none. */
  market: { url: string | null; embedded: boolean }
  /** `charges`: whether drivers pay. */
  cards: Gateway & { charges: boolean }
  dataDir: string
  /**
   * null = no demo. `link` opens it in one browser; null = others can reach it. `coupon` is the code that
   * newcomers may use; `weeks` are made from now on.
   */
  demo: { people: Demo; coupon: string | null; link: string | null; weeks: number } | null
}): string {
  const { seconds, appUrl, market, cards, dataDir, demo } = places
  const lines = [
    '',
    `  Madruga is ready after ${seconds.toFixed(1)} s`,
    '',
    `  App      ${demo?.link ? `${demo.link}   (this link opens the demo in one browser)` : appUrl}`,
    ...(market.url
      ? [`  Market   ${market.url}${market.embedded ? '   (simulated; watch it live here)' : ''}`]
      : []),
    ...(cards.charges
      ? [
          `  Cards    ${cards.url ?? 'Stripe'}   (${cards.testMode ? 'test mode, no money moves' : 'live, real money moves'})`,
        ]
      : []),
    `  API      ${appUrl}/api/openapi.json`,
    `  Data     ${dataDir}`,
  ]
  if (demo !== null) {
    lines.push('', '  Sign in as', tellPasswords(demo.people))
    if (demo.weeks > 0)
      lines.push('', `  The ${demo.weeks} weeks behind the drivers are made now; then their bots start.`)
    if (demo.coupon !== null) lines.push('', `  Half off a subscription: ${demo.coupon}`)
    lines.push(
      '',
      demo.link !== null
        ? `  Sent e-mail, SMS and calls: ${appUrl}/#/messages`
        : '  Others can reach this demo: its passwords are shown only this once, and only operators can read sent messages.',
    )
  }
  return [
    ...lines,
    '',
    '  Press Ctrl-C to stop everything. The next start picks up where this one left off.',
    '',
  ].join('\n')
}

/** The accounts of the demo with their passwords, a line each. */
export function tellPasswords({ drivers, operator }: Demo): string {
  return [...drivers, { variant: 'operator', ...operator }]
    .map(({ variant, email, password }) => {
      const shown = password ?? '(shown or chosen earlier)'
      return `    ${variant.padEnd(8)} ${email.padEnd(21)} ${shown}`
    })
    .join('\n')
}

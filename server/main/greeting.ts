import type { DemoSignIn } from '../admin/demo.ts'

/** What the terminal says once everything answers. */
export function greet(places: {
  seconds: number
  appUrl: string
  market: { url: string; embedded: boolean }
  dataDir: string
  signIns: readonly DemoSignIn[]
}): string {
  const { seconds, appUrl, market, dataDir, signIns } = places
  const lines = [
    '',
    `  Madruga is ready after ${seconds.toFixed(1)} s`,
    '',
    `  App      ${appUrl}`,
    `  Market   ${market.url}${market.embedded ? '   (simulated: watch it live here)' : ''}`,
    `  API      ${appUrl}/api/openapi.json`,
    `  Data     ${dataDir}`,
  ]
  if (signIns.length > 0) lines.push('', '  Sign in as')
  for (const { variant, email, password } of signIns) {
    lines.push(`    ${variant.padEnd(7)} ${email.padEnd(20)} ${password}`)
  }
  return [...lines, '', '  Ctrl-C stops everything; the next start goes on where this one ended.', ''].join(
    '\n',
  )
}

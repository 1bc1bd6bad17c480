import { readFileSync } from 'node:fs'
import path from 'node:path'
import { parse } from 'yaml'

/** The two values that the compose file asks for. */
const VALUES: Record<string, string> = { SITE: 'drive.example', OPERATOR_EMAIL: 'operator@drive.example' }

/** A service of the compose file. The image of another one knows its own command. */
export type Container = { command?: string[]; environment: Record<string, string> }

/** The services of the compose file, with its two values filled in, and its defaults for all others. */
export function readContainers(): Record<string, Container> {
  const file = path.join(import.meta.dirname, '../../ops/docker/compose.yaml')
  const { services } = parse(readFileSync(file, 'utf8'), { merge: true }) as {
    services: Record<string, Container>
  }
  return mapTexts(services, fillIn) as Record<string, Container>
}

/** `${NAME}`, `${NAME:?why}` and `${NAME:-default}`, whose default may be another of them. */
function fillIn(text: string): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])((?:[^{}]|\$\{[^}]*\})*))?\}/g, (_, name, sign, rest) => {
    const value = VALUES[name] ?? (sign === '-' ? fillIn(rest) : undefined)
    if (value === undefined) throw new Error(`the compose file asks for ${name}`)
    return value
  })
}

function mapTexts(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === 'string') return change(value)
  if (Array.isArray(value)) return value.map((each) => mapTexts(each, change))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, mapTexts(each, change)]))
}

import { readFileSync } from 'node:fs'
import { hidePassword } from './shapes.ts'
import type { Variable } from './shapes.ts'
import { VARIABLES } from './variables.ts'
import type { Values } from './variables.ts'

/** The values of all variables; a line is added to `problems` for each that is not allowed. */
export function readVariables(env: NodeJS.ProcessEnv, problems: string[]): Values {
  const values: Record<string, unknown> = {}
  const variables: [string, Variable<unknown>][] = Object.entries(VARIABLES)
  for (const [name, { schema, allowed, secret: isSecret }] of variables) {
    const fromFile = readFromFile(env, name, problems)
    const text = (fromFile ?? env[name])?.trim() || undefined
    const parsed = schema.safeParse(text)
    if (parsed.success) values[name] = parsed.data
    else if (isSecret || fromFile !== null) problems.push(`${name} is not what it should be: give ${allowed}`)
    else problems.push(`${name} is "${hidePassword(text ?? '')}": give ${allowed}`)
  }
  return values as Values
}

/** The content of the file that NAME_FILE names; null = none is named, or a problem was added. */
function readFromFile(env: NodeJS.ProcessEnv, name: string, problems: string[]): string | null {
  const variable = `${name}_FILE`
  const file = env[variable]?.trim()
  if (!file) return null
  if (env[name]?.trim()) {
    problems.push(`${name} and ${variable} are both set: give one of them`)
    return null
  }
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    problems.push(`${variable} is "${file}", which cannot be read: ${(error as NodeJS.ErrnoException).code}`)
    return null
  }
}

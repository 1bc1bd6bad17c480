import assert from 'node:assert/strict'
import { readConfig } from '../config.ts'
import { StartError } from '../kit/start-error.ts'

/** The lines with which a configuration is refused; empty if it is valid. */
export function problemsOf(env: NodeJS.ProcessEnv, args: string[] = []): string[] {
  try {
    readConfig(env, args)
  } catch (error) {
    assert.ok(error instanceof StartError)
    return error.message.split('\n')
  }
  return []
}

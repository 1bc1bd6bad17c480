import type { Answer } from './model.ts'

/** A command's result: the value that `--json` prints, and the lines for a person. */
export function answer(value: unknown, ...lines: string[]): Answer {
  return { value, lines }
}

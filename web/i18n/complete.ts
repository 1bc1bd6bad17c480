import type { landing } from './catalogue/en/landing.ts'
import type { en } from './en.ts'
import type { enConsole } from './en-console.ts'
import type { enMore } from './en-more.ts'
import type { RequiredKey } from './required.ts'

type Missing = Exclude<
  RequiredKey,
  keyof typeof en | keyof typeof enMore | keyof typeof enConsole | keyof typeof landing
>

/** Does not compile if a value of core, or a screen, has no text; the compiler names it. */
export const COMPLETE: [Missing] extends [never] ? true : Missing = true

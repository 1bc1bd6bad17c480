import type { landing } from '@madruga/core/words/en/app/landing.ts'
import type { first as en } from '@madruga/core/words/en/first.ts'
import type { consoleWords as enConsole } from '@madruga/core/words/en/console.ts'
import type { more as enMore } from '@madruga/core/words/en/more.ts'
import type { RequiredKey } from './required.ts'

type Missing = Exclude<
  RequiredKey,
  keyof typeof en | keyof typeof enMore | keyof typeof enConsole | keyof typeof landing
>

/** Does not compile if a value of core, or a screen, has no text; the compiler names it. */
export const COMPLETE: [Missing] extends [never] ? true : Missing = true

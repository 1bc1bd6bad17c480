/** What was done just before the sign-in opened, from its address (`?done=password`). */
const DONE = { password: 'login.done_password', removed: 'login.done_removed' } as const

export type Done = keyof typeof DONE

/** The key of the text; null for any other value in the address. */
export function readDone(word: unknown): (typeof DONE)[Done] | null {
  return typeof word === 'string' && Object.hasOwn(DONE, word) ? DONE[word as Done] : null
}

/** What was done just before the sign-in opened, by the word in its address (`?done=password`). */
const DONE = {
  password: 'login.done_password',
  removed: 'login.done_removed',
} as const

export type Done = keyof typeof DONE

/** The key of what to say; null for anything that an address may hold besides. */
export function readDone(word: unknown): (typeof DONE)[Done] | null {
  return typeof word === 'string' && Object.hasOwn(DONE, word) ? DONE[word as Done] : null
}

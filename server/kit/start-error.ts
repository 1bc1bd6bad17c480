/**
 * A start failure that the user at the terminal can fix: its message is one line with the problem and the
 * fix, shown without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

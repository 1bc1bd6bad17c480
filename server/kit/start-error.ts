/**
 * A failure to start that the person at the terminal can mend: its message is one line that says what and
 * how, shown without a stack.
 */
export class StartError extends Error {
  override name = 'StartError'
}

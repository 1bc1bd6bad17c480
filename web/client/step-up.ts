let ask: (() => Promise<boolean>) | null = null
let request: Promise<boolean> | null = null

/**
 * Who prompts for a fresh code when an operation requires one: true repeats the operation. Returns how to
 * unregister.
 */
export function onStepUp(asks: () => Promise<boolean>): () => void {
  ask = asks
  return () => {
    // Another may have registered before this one leaves.
    if (ask === asks) ask = null
  }
}

/** Whether somebody can be asked for a fresh code. */
export function canStepUp(): boolean {
  return ask !== null
}

/**
 * Asks for a fresh code. Operations that need one at the same time wait for the same: a second question would
 * take the place of the first, whose operation would wait forever.
 */
export function stepUp(): Promise<boolean> {
  request ??= (ask?.() ?? Promise.resolve(false)).finally(() => (request = null))
  return request
}

/** Deadlocks are rare; a transaction that meets a third one has another problem. */
const TRIES = 3

/**
 * Runs a transaction again that PostgreSQL rolled back for another's sake: one of two that lock the same rows
 * in another order must give way, and nothing of it happened.
 */
export async function retryRolledBack<T>(transact: () => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await transact()
    } catch (error) {
      if (tries === TRIES || !isRolledBack(error)) throw error
    }
  }
}

/** SQLSTATE of a deadlock or a failed serialization. */
function isRolledBack(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === '40P01' || error.code === '40001')
}

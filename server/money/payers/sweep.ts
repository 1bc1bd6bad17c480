import type { PayersDeps } from './model.ts'

const AT_ONCE = 4

/** Does something for each, some at a time; a fault of one is told and keeps no one else waiting. */
export async function forEachOf<T>(
  { onFault }: Pick<PayersDeps, 'onFault'>,
  all: readonly T[],
  what: string,
  work: (one: T) => Promise<unknown>,
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = all.values()
  const worker = async (): Promise<void> => {
    for (const one of queue) await work(one).catch((error: unknown) => onFault(error, what))
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

/**
 * The same for everyone that pages name, until one is not full: `readPage` answers those after the last of
 * the page before. A fault therefore costs its own place alone, and is tried again by the next sweep.
 */
export async function forEachPage<T>(
  deps: Pick<PayersDeps, 'onFault'>,
  what: string,
  { most, atOnce, readPage, work }: SweepPages<T>,
): Promise<void> {
  let page: readonly T[] = []
  do {
    page = await readPage(page.at(-1) ?? null)
    await forEachOf(deps, page, what, work, atOnce)
  } while (page.length === most)
}

/** Pages of at most `most`, in an order that `work` does not change, and what to do for each of theirs. */
type SweepPages<T> = {
  most: number
  /** How many are worked on at a time. */
  atOnce?: number
  readPage(after: T | null): Promise<readonly T[]>
  work(one: T): Promise<unknown>
}

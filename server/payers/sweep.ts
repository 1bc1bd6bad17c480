import type { PayersDeps } from './model.ts'

const AT_ONCE = 4

/** Does something for each, some at a time; a fault of one is told and keeps nobody else waiting. */
export async function forEachOf<T>(
  { onFault }: Pick<PayersDeps, 'onFault'>,
  all: readonly T[],
  what: string,
  work: (one: T) => Promise<unknown>,
): Promise<void> {
  const queue = all.values()
  const worker = async (): Promise<void> => {
    for (const one of queue) await work(one).catch((error: unknown) => onFault(error, what))
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
}

import type { BotDeps } from './deps.ts'

const AT_ONCE = 8

/** Works on some drivers at a time; a failure is logged and does not stop the others. */
export async function eachDriver(
  deps: BotDeps,
  driverIds: readonly string[],
  work: (driverId: string) => Promise<void>,
  atOnce = AT_ONCE,
): Promise<void> {
  const queue = driverIds.values()
  const worker = async (): Promise<void> => {
    for (const driverId of queue) {
      try {
        await work(driverId)
      } catch (error) {
        deps.logger.warn({ driverId, err: error }, 'a sweep failed for one driver')
      }
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
}

import type { FleetWatch } from '../console.ts'
import type { Infrastructure } from './infrastructure.ts'

const LOOK_MS = 10_000

/**
 * Looks at whether the database stores anything, again and again, and tells operators when two looks in a
 * row say no, and when two say yes again; the recurring jobs cannot, since their turns are rows. Returns what
 * ends it.
 */
export function watchWrites(
  { writes, clock, warn }: Pick<Infrastructure, 'writes' | 'clock' | 'warn'>,
  { tellNow }: Pick<FleetWatch, 'tellNow'>,
): () => void {
  let cancel: (() => void) | null = null
  let over = false
  let told = false
  let before = false
  const look = async (): Promise<void> => {
    const isTroubled = (await writes.find()) !== null
    const isSure = isTroubled === before
    before = isTroubled
    if (!isSure || isTroubled === told) return
    told = isTroubled
    await tellNow('not_writable', isTroubled ? 'wrong' : 'over')
  }
  const again = (): void => {
    if (over) return
    cancel = clock.after(LOOK_MS, () => void look().catch(warn('operators were not told')).finally(again))
  }
  again()
  return () => {
    over = true
    cancel?.()
  }
}

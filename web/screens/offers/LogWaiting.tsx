import { reconnectLive, useLive } from '../../live.ts'
import { Failed } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'

/** The live log before its first lines: loading, or a retry. */
export function LogWaiting({ rows }: { rows: number }) {
  return useLive().failed ? <Failed error={null} onRetry={reconnectLive} /> : <SkeletonRows rows={rows} />
}

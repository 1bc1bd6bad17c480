import type { VisitPlan, VisitReport } from './scene.ts'

/** One way of searching for many drivers at once. */
export type Visitor = {
  start(plan: VisitPlan): Promise<void> | void
  /** Answered polls so far. */
  polls(): number
  /** Ms from last octet to accept written, since the last call; empty if unknown. */
  takeReactions(): number[]
}

function footprint(): { heap: number; resident: number } {
  globalThis.gc?.()
  globalThis.gc?.()
  const { heapUsed, external, rss } = process.memoryUsage()
  return { heap: heapUsed + external, resident: rss }
}

/** Runs in its own process: executes the plan of the first message and sends the report. */
export function serveVisits(visitor: Visitor): void {
  process.once('message', (plan: VisitPlan) => void visit(visitor, plan))
  process.on('disconnect', () => process.exit())
}

async function visit(visitor: Visitor, plan: VisitPlan): Promise<void> {
  const before = footprint()
  await visitor.start(plan)
  await pause(plan.warmMs)
  process.send?.('measuring')
  visitor.takeReactions()
  const polls = visitor.polls()
  const cpu = process.cpuUsage()
  const startedAt = performance.now()
  await pause(plan.measureMs)
  const spent = process.cpuUsage(cpu)
  const seconds = (performance.now() - startedAt) / 1_000
  const done = visitor.polls() - polls
  const reactionsMs = visitor.takeReactions()
  const after = footprint()
  const report: VisitReport = {
    drivers: plan.drivers,
    polls: done,
    seconds,
    cpuSeconds: (spent.user + spent.system) / 1e6,
    reactionsMs,
    heapBytesPerDriver: (after.heap - before.heap) / plan.drivers,
    residentBytesPerDriver: (after.resident - before.resident) / plan.drivers,
  }
  process.send?.(report, () => process.exit())
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

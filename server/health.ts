/** Entry of health: whether this process may be given work, and the answers to probes. */
import { serviceHandlers } from './health/handlers.ts'
import { defineModule } from './module.ts'

export { createProbes } from './health/probes.ts'
export type { Probes } from './health/probes.ts'
export { createProbeServer } from './health/server.ts'
export { createHealth } from './health/state.ts'
export type { Health } from './health/state.ts'
export { createWrites, troubleOf, writeThrough } from './health/writes.ts'
export type { Writes } from './health/writes.ts'

/** The declaration of health. */
export const health = defineModule({ handlers: serviceHandlers })

import type { Kysely } from 'kysely'
import type { Occurrence, TaskPlan } from '@madruga/core/autostart.ts'
import type { Outputs } from '@madruga/core/contract.ts'
import type { Tables } from '../../db.ts'

/** A connection, or a transaction of the caller's. */
export type Db = Kysely<Tables>

/** What the screen shows. */
export type AutostartView = Outputs['autostart']['list']
export type Task = AutostartView['tasks'][number]
export type PastFiring = AutostartView['past'][number]

/** A due task: its next day without a firing. */
export type DueTask = TaskPlan & Occurrence & { id: string; driverId: string }

import type { Quota } from '../quota.ts'
import type { Station } from '../stations.ts'

export type JobKind = 'shift' | 'order'

/** What a job is; it never changes while the job is listed. Timestamps are epoch ms. */
export interface JobTerms {
  kind: JobKind
  start: number
  end: number
  /** The end is an estimate: only the holder knows when the job is over. */
  endEstimated: boolean
  /** Omitted where no one knows it. */
  payCents?: number
  currency: string
  /** Skills that its driver must have. */
  skills: readonly string[]
  /** Somebody has to agree before it is the driver's. */
  needsAgreement: boolean
}

/** A job, which keeps its id when it is listed again. */
export interface Job {
  jobId: string
  station: Station
  terms: JobTerms
  /** How often it was listed before. */
  listing: number
  /** `listed`: it can be taken. `full`: a shift with a wait list. `closed`: off the list. */
  state: 'listed' | 'full' | 'closed'
  /** Who has it: a driver of this market, or a rival. */
  holder?: string
  /** Until when another accept of an order still replaces the first. */
  racedUntil: number
}

export type HoldingState = 'pending' | 'waitlisted' | 'held' | 'running' | 'done'

/** What a driver has of a job. */
export interface Holding {
  holdingId: string
  job: Job
  driverId: string
  state: HoldingState
  acceptedAt: number
  /** When a running job was begun, and when it was over. */
  begunAt?: number
  endedAt?: number
}

/** The part of a world that couriers see. */
export interface CourierWorld {
  jobs: Map<string, Job>
  /** Live holdings in the order of their accepts, which is that of wait lists. */
  holdings: Map<string, Holding>
  /** Shared by all couriers. */
  quota: Quota
  /**
   * Each accept needs an agreement; announcements are lost; this share of the accepts of orders is refused
   * although it took effect.
   */
  levers: { agreement: boolean; lost: boolean; refusedShare: number }
  announce: (job: Job) => void
  placed: number
}

/** The name under which rivals hold a job. */
export const RIVAL = 'rival'

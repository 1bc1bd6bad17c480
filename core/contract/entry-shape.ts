import { z } from 'zod'
import { START_MODES } from '../bot-states.ts'
import { BLOCK_CHANGES, MISS_CAUSES, TROUBLES, UNASKED, WAITINGS } from '../events.ts'
import { PLANS } from '../plans.ts'
import { instant, offer, phase, reason, ruleResult, variant } from './shapes.ts'

const judgement = {
  offer,
  stationCode: z.string(),
  /** The station's zone; omitted if the platform does not list it, and in older lines. */
  timeZone: z.string().optional(),
  filterVersion: z.int(),
  rules: z.array(ruleResult),
}
const precedence = z.discriminatedUnion('by', [
  z.object({ by: z.literal('hours'), fewer: z.int() }),
  z.object({ by: z.literal('lot') }),
  z.object({ by: z.literal('round') }),
])
const line = { seq: z.int().positive(), at: instant }

/** One line of the live log; mirrors `LogEntry` of core/events. */
export const logEntry = z.discriminatedUnion('type', [
  z.object({
    ...line,
    type: z.literal('offer.accepted'),
    data: z.object({ ...judgement, blockId: z.string(), reactionMs: z.number().nullable() }),
  }),
  z.object({
    ...line,
    type: z.literal('offer.missed'),
    data: z.object({
      ...judgement,
      cause: z.enum(MISS_CAUSES),
      detail: z.string().optional(),
      lacks: z.array(z.string()).optional(),
      precedence: precedence.optional(),
      reactionMs: z.number().nullable(),
    }),
  }),
  z.object({
    ...line,
    type: z.literal('offer.waiting'),
    data: z.object({ ...judgement, waiting: z.enum(WAITINGS), reactionMs: z.number().nullable() }),
  }),
  z.object({
    ...line,
    type: z.literal('offer.ignored'),
    data: z.object({
      ...judgement,
      ignoredFor: z.enum(['time', 'price', 'schedule']),
      unasked: z.enum(UNASKED).optional(),
      leftUntil: instant.optional(),
    }),
  }),
  z.object({
    ...line,
    type: z.literal('offer.asked'),
    data: z.object({ ...judgement, askId: z.string(), expiresAt: instant }),
  }),
  z.object({ ...line, type: z.literal('offer.shadowed'), data: z.object(judgement) }),
  z.object({
    ...line,
    type: z.literal('block.checked_in'),
    data: z.object({ blockId: z.string(), stationCode: z.string(), startAt: instant, feeCents: z.int() }),
  }),
  z.object({
    ...line,
    type: z.literal('block.released'),
    data: z.object({
      blockId: z.string(),
      stationCode: z.string(),
      startAt: instant,
      payCents: z.int(),
      late: z.boolean(),
    }),
  }),
  z.object({
    ...line,
    type: z.literal('block.changed'),
    data: z.object({
      blockId: z.string(),
      stationCode: z.string(),
      timeZone: z.string().optional(),
      change: z.enum(BLOCK_CHANGES),
      startAt: instant,
      endAt: instant,
      wasStartAt: instant,
    }),
  }),
  z.object({
    ...line,
    type: z.literal('bot.state_changed'),
    data: z.object({ phase, gps: z.boolean(), reason, dueAt: instant.nullable(), mode: z.enum(START_MODES) }),
  }),
  z.object({
    ...line,
    type: z.literal('platform.troubled'),
    data: z.object({ trouble: z.enum(TROUBLES), until: instant.nullable(), detail: z.string().nullable() }),
  }),
  z.object({
    ...line,
    type: z.literal('filter.saved'),
    data: z.object({ variant, version: z.int(), edition: z.enum(PLANS), movedTo: z.string().optional() }),
  }),
  z.object({ ...line, type: z.literal('log.skipped'), data: z.object({ count: z.int().positive() }) }),
])

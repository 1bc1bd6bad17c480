import { createNews } from './notify/news.ts'
import type { NewsDesk } from './notify/news.ts'
import { createOutbox } from './notify/outbox.ts'
import type { Outbox } from './notify/outbox.ts'

export type { NewMessage, News } from './notify/model.ts'
export type { Alerts } from './notify/news.ts'

/** Everything that reaches a driver beyond the screen. */
export type Notify = Outbox & NewsDesk

export function createNotify(): Notify {
  return { ...createOutbox(), ...createNews() }
}

import type { Generated } from 'kysely'
import type { DefaultInstant, IdentityColumn, InstantColumn, JsonColumn } from './columns.ts'

export type ServiceState = {
  only_row: Generated<boolean>
  server_available: Generated<boolean>
  killed: Generated<boolean>
  minimum_app_version: Generated<string>
}

export type SupportRequests = {
  id: IdentityColumn
  driver_id: string
  topic: string
  state: Generated<'open' | 'answered' | 'closed'>
  opened_at: DefaultInstant
  due_at: InstantColumn | null
}

export type SupportMessages = {
  id: IdentityColumn
  request_id: number
  author: 'driver' | 'operator'
  text: string
  written_at: DefaultInstant
}

export type AdminActions = {
  id: IdentityColumn
  acted_at: DefaultInstant
  actor_id: string | null
  actor: string
  action: string
  driver_id: string | null
  driver_email: string | null
  details: JsonColumn<Record<string, unknown>>
}

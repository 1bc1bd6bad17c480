import type { ActionName } from '@madruga/core/audit.ts'
import type { BotReason, Phase, StartMode } from '@madruga/core/bot-states.ts'
import type { AccountFieldCode, AutostartFieldCode, ErrorCode } from '@madruga/core/errors.ts'
import type { MissCause, Trouble } from '@madruga/core/events.ts'
import type { FilterErrorCode, FindingCode, Rule } from '@madruga/core/filters.ts'
import type { IncidentKind } from '@madruga/core/incidents.ts'
import type { InstanceFieldCode } from '@madruga/core/instances.ts'
import type { JobName } from '@madruga/core/jobs.ts'
import type { Channel, NotificationKind, TemplateName } from '@madruga/core/notify.ts'
import type { OfferKind } from '@madruga/core/offers.ts'
import type { Speed } from '@madruga/core/settings.ts'
import type { landing } from '@madruga/core/words/en/app/landing.ts'
import type { consoleWords as enConsole } from '@madruga/core/words/en/console.ts'
import type { first as en } from '@madruga/core/words/en/first.ts'
import type { more as enMore } from '@madruga/core/words/en/more.ts'

type Missing = Exclude<
  RequiredKey,
  keyof typeof en | keyof typeof enMore | keyof typeof enConsole | keyof typeof landing
>

/** Does not compile if a value of core, or a screen, has no text; the compiler names it. */
export const COMPLETE: [Missing] extends [never] ? true : Missing = true

/** Every value of core that anyone can see: omitting one from the catalog does not compile. */
type RequiredKey =
  | `error.${ErrorCode}`
  | `error.${FilterErrorCode}`
  | `error.${AccountFieldCode}`
  | `error.${AutostartFieldCode}`
  | `error.${InstanceFieldCode}`
  | `phase.${Phase}`
  | `hint.${Phase}`
  | `reason.${BotReason}`
  | `mode.${StartMode}`
  | `finding.${FindingCode}`
  | `rule.${Rule}`
  | `left.${Rule}`
  | `miss.${MissCause}`
  | `trouble.${Trouble}`
  | `speed.${Speed}`
  | `kind.${OfferKind}`
  | `channel.${Channel}`
  | `news.${NotificationKind}`
  | `news.${NotificationKind}.text`
  | `incident.${IncidentKind}`
  | `incident.${IncidentKind}.text`
  | `job.${JobName}`
  | `audit.action.${ActionName}`
  | `outbox.template.${TemplateName}`

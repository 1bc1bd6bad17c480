import type { Phase } from '@madruga/core/bot-states.ts'
import type { api } from '../../client.ts'
import type { Words } from '../../i18n.ts'

export type BotView = Awaited<ReturnType<typeof api.bot.get>>
export type Today = Awaited<ReturnType<typeof api.bot.today>>

type Shown = Pick<BotView, 'phase' | 'reason' | 'starting'>

/** Whether it tries again after a trouble: a bot that runs has a reason until it is answered. */
function isTrying({ phase, reason }: Shown): boolean {
  return phase === 'running' && reason !== null
}

/**
 * The state as it is shown: a bot that waits for a server, or has not sent its first request, is being
 * prepared, whatever its phase. One that tries again sleeps until it is answered.
 */
export function shownPhase(view: Shown): Phase {
  if (isTrying(view)) return 'sleeping'
  return view.starting ? 'preparing' : view.phase
}

/** Whether requests go out: a bot without them is not shown as searching, whatever its state says. */
export function isSearching(view: Shown & Pick<BotView, 'silentSince'>): boolean {
  return shownPhase(view) === 'running' && view.silentSince === null
}

/** The seed's name of a state: "Running + GPS". */
export function stateName(words: Words, phase: Phase, gps: boolean): string {
  const name = words.t(`phase.${phase}`)
  return gps && (phase === 'running' || phase === 'sleeping') ? words.t('phase.gps', { phase: name }) : name
}

/** Whether a start is the driver's next possible action. */
export function canStart(phase: Phase): boolean {
  return phase === 'not_running' || phase === 'failed_to_launch' || phase === 'cooling_down'
}

/**
 * Until when a board counts down, epoch ms; null if nothing ends automatically, if time alone does not allow
 * a start, or while the bot waits for its turn.
 */
export function countsDownTo({ dueAt, ...view }: Shown & Pick<BotView, 'dueAt'>): number | null {
  const { phase, reason, starting } = view
  if (starting || isTrying(view) || phase === 'not_running' || (canStart(phase) && reason === 'suspended'))
    return null
  return dueAt
}

/**
 * Whether the platform's rest is worth a line beside the state: a working bot sleeps through it and says so
 * itself.
 */
export function hasRestAhead({
  phase,
  restUntil,
  now,
}: Pick<BotView, 'phase' | 'restUntil' | 'now'>): boolean {
  return (canStart(phase) || phase === 'pending_termination') && restUntil !== null && restUntil > now
}

/** The text under the state: the reason if there is one, else the meaning of the state. */
export function stateText(words: Words, view: Shown): string {
  if (view.starting && !isTrying(view)) return startingText(words, view.starting.aboutMs)
  return view.reason === null ? words.t(`hint.${view.phase}`) : words.t(`reason.${view.reason}`)
}

function startingText({ t }: Words, aboutMs: number | null): string {
  if (aboutMs === null) return t('hint.waiting')
  return aboutMs === 0 ? t('hint.starting_now') : t('hint.starting', { count: aboutMs / 1_000 })
}

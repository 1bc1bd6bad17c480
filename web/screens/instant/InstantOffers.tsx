import { useQuery, useMutation } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import type { ReactNode } from 'react'
import { formatDay } from '@madruga/core/days.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import {
  IconCircleDashed,
  IconBolt,
  IconBoltOff,
  IconClockPause,
  IconQuestionMark,
} from '../../icons/drawings.ts'
import { IconCircleCheck } from '../../icons/first.ts'
import { botQuery, serviceQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { shownPhase, stateName } from '../bot/state.ts'
import { Refused } from '../platforms/Refused.tsx'
import { homeScreen } from '../shell/menu.ts'
import { instantQuery, stateOf, takeInstant } from './queries.ts'
import type { InstantView } from './queries.ts'

/** The switch of instant offers, their requirements and price, and the bot's use of them. */
export function InstantOffers() {
  return describeVariant(useVariant()).hasInstantOffers ? <Offered /> : <NotOffered />
}

function Offered() {
  const instant = useQuery(instantQuery)
  if (instant.data) return <Board view={instant.data} />
  if (instant.isError) return <Failed error={instant.error} onRetry={() => void instant.refetch()} />
  return <PageSkeleton shapes={['h-36', 'h-40']} />
}

/** A driver of an app without instant offers gets a note and a link. */
function NotOffered() {
  const { t } = useWords()
  return (
    <div className="reading px-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Notice
        kind="plain"
        actions={<ScreenLink screen={homeScreen(recallDriver())}>{t('bot.open')}</ScreenLink>}
      >
        {t('error.instant.not_offered')}
        <span className="mt-1 block font-normal">{t('instant.not_offered_text')}</span>
      </Notice>
    </div>
  )
}

function Board({ view }: { view: InstantView }) {
  const { t } = useWords()
  const state = stateOf(view)
  const before = useRef(state)
  useEffect(() => {
    // The confirmation comes from the delivery app while this page is open.
    if (before.current === 'pending' && state === 'on') announce(t('instant.now_on'))
    before.current = state
  }, [state, t])
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-6 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-2 lg:gap-x-10 lg:px-6">
      <div className="grid content-start gap-4">
        <InstantSwitch view={view} state={state} />
        <BotWithInstant state={state} />
      </div>
      <div className="grid content-start gap-6">
        <InstantNeeds view={view} />
        <InstantCost view={view} />
      </div>
    </div>
  )
}

const AT_WORK = new Set(['preparing', 'running', 'sleeping'])

/** The bot's current use of instant offers: "Running + GPS". */
function BotWithInstant({ state }: { state: ReturnType<typeof stateOf> }) {
  const words = useWords()
  const { t, say } = words
  const { data: bot } = useQuery(botQuery)
  if (!bot) return null
  const phase = shownPhase(bot)
  const atWork = AT_WORK.has(phase)
  const text: Key = !atWork
    ? 'instant.bot_rest'
    : !bot.gps
      ? 'instant.bot_regular'
      : state === 'pending'
        ? 'instant.pending_say'
        : 'instant.bot_gps'
  return (
    <section
      aria-labelledby="instant-bot"
      className="card flex flex-wrap items-center gap-x-4 gap-y-3 px-5 py-4"
    >
      <div className="min-w-0 flex-1 basis-48">
        <h2 id="instant-bot" className="text-sm text-muted">
          {t('instant.bot')}
        </h2>
        <p className="text-xl font-extrabold leading-tight">{stateName(words, phase, bot.gps)}</p>
        <p className="mt-1 leading-snug text-muted">{say(text)}</p>
      </div>
      <ScreenLink screen={homeScreen(recallDriver())}>{t('bot.open')}</ScreenLink>
    </section>
  )
}

/** The price of a day, and this week's days. */
function InstantCost({ view: { days, dayCents } }: { view: InstantView }) {
  const { t, money, locale } = useWords()
  return (
    <section aria-labelledby="instant-cost" className="grid gap-3">
      <h2 id="instant-cost" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('instant.cost')}
      </h2>
      <div className="card px-5 py-4">
        <p className="tnum text-2xl font-extrabold leading-tight">{money(days.length * dayCents)}</p>
        <p className="text-muted">
          {days.length === 0 ? t('instant.cost_none') : t('instant.cost_days', { count: days.length })}
        </p>
        {days.length > 0 && (
          <ul className="mt-2 flex flex-wrap gap-1.5">
            {days.map((day) => (
              <li key={day} className="plate">
                {formatDay(locale, day, { weekday: 'short' })}
              </li>
            ))}
          </ul>
        )}
        <p className="mt-2 leading-snug text-muted">{t('instant.cost_day', { pay: money(dayCents) })}</p>
      </div>
    </section>
  )
}

/** The requirements of instant offers, each with its state and a link. */
function InstantNeeds({ view }: { view: InstantView }) {
  const { t } = useWords()
  const { deviceEnabled, location } = view
  return (
    <section aria-labelledby="instant-needs" className="grid gap-3">
      <h2 id="instant-needs" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('instant.needs')}
      </h2>
      <ul className="grid gap-2">
        <Need
          met={deviceEnabled}
          name={t('instant.need_device')}
          stands={t(deviceEnabled ? 'instant.need_device_yes' : 'instant.need_device_no')}
        >
          {!deviceEnabled && <ScreenLink screen="support">{t('act.support')}</ScreenLink>}
        </Need>
        <Need
          met={location !== null}
          name={t('instant.need_place')}
          stands={location?.label ?? t('instant.need_place_no')}
        >
          <ScreenLink screen="location">{t(location ? 'instant.change' : 'instant.choose')}</ScreenLink>
        </Need>
      </ul>
    </section>
  )
}

function Need({
  met,
  name,
  stands,
  children,
}: {
  met: boolean
  name: string
  stands: string
  children: ReactNode
}) {
  const Icon = met ? IconCircleCheck : IconCircleDashed
  return (
    <li className="card flex min-h-16 items-center gap-3 px-4 py-2">
      <Icon size={26} aria-hidden className={`shrink-0 ${met ? 'text-green' : 'text-muted'}`} />
      <div className="min-w-0 flex-1">
        <p className="text-sm text-muted">{name}</p>
        <p className="font-bold leading-tight [overflow-wrap:anywhere]">{stands}</p>
      </div>
      {children}
    </li>
  )
}

const GREEN = 'rounded-[1.25rem] bg-sign text-on-sign'
const LOOKS = {
  on: { box: GREEN, Icon: IconBolt, icon: '', text: '' },
  pending: { box: 'rounded-[1.25rem] bg-amber text-on-amber', Icon: IconClockPause, icon: '', text: '' },
  off: { box: 'card', Icon: IconBoltOff, icon: 'text-muted', text: 'text-muted' },
  unknown: { box: 'card', Icon: IconQuestionMark, icon: 'text-muted', text: 'text-muted' },
}

/** The platform's state of instant offers, as a banner, and the one button that changes it. */
function InstantSwitch({ view, state }: { view: InstantView; state: ReturnType<typeof stateOf> }) {
  const { t } = useWords()
  const { box, Icon, icon, text } = LOOKS[state]
  const service = useQuery(serviceQuery)
  const on = state === 'on' || state === 'pending'
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => api.instant.toggle({ enabled }),
    onSuccess: async (answer) => {
      const now = stateOf(answer)
      announce(
        t(now === 'on' ? 'instant.now_on' : now === 'pending' ? 'instant.pending_say' : 'instant.off_say'),
      )
      await takeInstant(answer)
    },
  })
  const able = on || (view.deviceEnabled && view.location !== null)
  return (
    <section aria-labelledby="instant-state" className="grid gap-4">
      <div className={`${box} flex items-start gap-3 px-5 py-4`}>
        <Icon size={30} aria-hidden className={`mt-0.5 shrink-0 ${icon}`} />
        <div className="min-w-0 flex-1">
          <h2 id="instant-state" className="text-2xl font-extrabold leading-tight tracking-[-0.01em]">
            {t(`instant.state.${state}`)}
          </h2>
          <p className={`mt-1 leading-snug ${text}`}>{t(`instant.state.${state}_text`)}</p>
          {state === 'pending' && service.data?.demo && (
            <p className="mt-2 font-semibold leading-snug">{t('instant.demo_confirm')}</p>
          )}
          {state === 'pending' && <p className="mt-2 text-sm font-semibold">{t('instant.waiting')}</p>}
        </div>
      </div>
      <Refused error={toggle.error} />
      {able && (
        <button
          type="button"
          className="act"
          data-quiet={on}
          aria-disabled={toggle.isPending}
          onClick={() => !toggle.isPending && toggle.mutate(!on)}
        >
          {t(toggle.isPending ? 'form.busy' : on ? 'instant.turn_off' : 'instant.turn_on')}
        </button>
      )}
    </section>
  )
}

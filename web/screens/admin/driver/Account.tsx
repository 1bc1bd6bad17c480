import { LANGUAGES } from '@madruga/core/languages.ts'
import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useServerTime } from '../../../clock.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { showPhone } from '../../accounts/phone.ts'
import { Failed } from '../../../ui/Failed.tsx'
import { Actions } from '../Actions.tsx'
import { DriverActions } from '../DriverActions.tsx'
import { Facts } from '../Facts.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { auditQuery } from '../queries.ts'
import type { DriverDetail } from '../queries.ts'
import { sayBot } from './bot-state.ts'

/** One driver: details, actions, history. */
export function Account({ driver }: { driver: DriverDetail }) {
  return (
    <div className="overview-charts">
      <section className="card console-part">
        <About driver={driver} />
      </section>
      <section className="card console-part">
        <DriverActions key={driver.id} driver={driver} />
      </section>
      <section className="card console-part">
        <History id={driver.id} />
      </section>
    </div>
  )
}

function factsOf(driver: DriverDetail, words: Words): [string, ReactNode][] {
  const { t } = words
  return [
    ['login.email', driver.email],
    ['drivers.phone', driver.phone === null ? t('drivers.none_set') : showPhone(driver.phone)],
    ['drivers.variant', t(`drivers.app.${driver.app}`)],
    ['drivers.plan', t(`drivers.plan.${driver.plan}`)],
    ['drivers.language', LANGUAGES[driver.language].name],
    ['drivers.since', words.date(driver.createdAt)],
    ['drivers.seen', driver.lastSeenAt === null ? t('drivers.never') : words.date(driver.lastSeenAt)],
    ['drivers.sessions', words.number(driver.sessions)],
    ['drivers.bot', <Bot key="bot" driver={driver} />],
    ['drivers.platform', t(`drivers.platform.${driver.platformState}`)],
    ['drivers.filter', words.number(driver.filterVersion)],
    ['drivers.won', words.number(driver.acceptedThisWeek)],
    ['drivers.requests', words.number(driver.openRequests)],
  ].map(([key, value]) => [words.say(key as 'drivers.phone'), value] as [string, ReactNode])
}

function Bot({ driver }: { driver: DriverDetail }) {
  const { state, reason } = sayBot(useWords(), driver, useServerTime(5_000))
  return (
    <>
      {state}
      {reason !== null && <span className="block text-muted">{reason}</span>}
    </>
  )
}

function About({ driver }: { driver: DriverDetail }) {
  const words = useWords()
  const { t } = words
  return (
    <div className="grid gap-3">
      <p className="console-marks">
        {driver.role === 'operator' && <span className="console-mark">{t('drivers.operator')}</span>}
        <span className="console-mark" data-status={driver.status}>
          {t(`drivers.status.${driver.status}`)}
        </span>
        {driver.statusReason && <span className="text-muted">{driver.statusReason}</span>}
      </p>
      <Facts facts={factsOf(driver, words)} />
    </div>
  )
}

function History({ id }: { id: string }) {
  const { t } = useWords()
  const audit = useInfiniteQuery(auditQuery(id))
  const actions = audit.data?.pages.flatMap((page) => page.actions) ?? []
  return (
    <section aria-labelledby="history" className="grid gap-2">
      <h3 id="history" className="text-lg font-extrabold">
        {t('drivers.history')}
      </h3>
      {audit.isError && <Failed error={audit.error} onRetry={() => void audit.refetch()} />}
      {audit.isSuccess && actions.length === 0 && <p className="text-muted">{t('drivers.no_history')}</p>}
      <Actions actions={actions} />
      <MoreButton list={audit} />
    </section>
  )
}

import { useQuery, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { LANGUAGES } from '@madruga/core/languages.ts'
import { useSearch } from '../../../address.ts'
import { useServerTime } from '../../../clock.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { sayLength } from '../../../pay.ts'
import { FailedOr, Failed } from '../../../ui/Failed.tsx'
import { PayAmount } from '../../../ui/PayAmount.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { showPhone } from '../../accounts/phone.ts'
import { Actions } from '../Actions.tsx'
import { DriverActions } from '../DriverActions.tsx'
import { Facts } from '../Facts.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { LoadingCard, Results } from '../Results.tsx'
import { driverQuery, auditQuery } from '../queries.ts'
import type { DriverDetail } from '../queries.ts'
import { Access } from './Access.tsx'
import { Timeline } from './Timeline.tsx'
import { sayBot } from './bot-state.ts'
import { blocksQuery } from './queries.ts'
import type { DriverBlock } from './queries.ts'
import '../overview.css'

const PARTS = { account: Account, timeline: Timeline, blocks: Blocks, access: Access }
type Part = keyof typeof PARTS

/** Everything about one driver; `&part=` says which section is open. */
export function DriverPage({ id }: { id: string }) {
  const { t } = useWords()
  const { part } = useSearch()
  const driver = useQuery(driverQuery(id))
  const current = part !== undefined && part in PARTS ? (part as Part) : 'account'
  const View = PARTS[current]
  return (
    <section aria-label={t('drivers.name')} className="grid gap-4">
      <ScreenLink
        screen="admin"
        search={{ tab: 'drivers' }}
        className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
      >
        {t('drivers.back')}
      </ScreenLink>
      {driver.data ? (
        <>
          <div>
            <h2 className="text-2xl font-extrabold leading-tight [overflow-wrap:anywhere]">
              {driver.data.name.trim() || t('drivers.no_name')}
            </h2>
            <p className="text-muted [overflow-wrap:anywhere]">{driver.data.email}</p>
          </div>
          <nav aria-label={t('drivers.parts')} className="accounting-parts">
            {(Object.keys(PARTS) as Part[]).map((one) => (
              <ScreenLink
                key={one}
                screen="admin"
                search={{ tab: 'drivers', driver: id, part: one }}
                current={one === current}
                className="accounting-part"
              >
                {t(`drivers.part.${one}`)}
              </ScreenLink>
            ))}
          </nav>
          <View driver={driver.data} />
        </>
      ) : (
        <FailedOr query={driver}>
          <LoadingCard rows={6} />
        </FailedOr>
      )}
    </section>
  )
}

/** One driver: details, actions, history. */
function Account({ driver }: { driver: DriverDetail }) {
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

/** The driver's blocks, the latest start first. */
function Blocks({ driver }: { driver: DriverDetail }) {
  const { t } = useWords()
  const list = useInfiniteQuery(blocksQuery(driver.id))
  const rows = list.data?.pages.flatMap((page) => page.blocks) ?? []
  return (
    <>
      <Results list={list} empty={rows.length === 0} none={t('drivers.no_blocks')}>
        <ul className="console-list card">
          {rows.map((block) => (
            <li key={block.id}>
              <Row block={block} />
            </li>
          ))}
        </ul>
      </Results>
      <MoreButton list={list} />
    </>
  )
}

function Row({ block }: { block: DriverBlock }) {
  const words = useWords()
  const { t } = words
  const { station, stationName, timeZone, startAt, state } = block
  return (
    <div className="console-row driver-row tnum">
      <span className="console-who">
        <b>
          {station} {stationName}
        </b>
        <span className="text-muted">
          {words.date(startAt, timeZone ?? undefined)}, {sayLength(words, block)}
        </span>
      </span>
      <span className="font-bold">
        <PayAmount pay={block} />
      </span>
      <span className="console-mark" data-status={state === 'forfeited' ? 'suspended' : 'active'}>
        {t(`blocks.state.${state}`)}
      </span>
    </div>
  )
}

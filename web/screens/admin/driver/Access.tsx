import { useQuery } from '@tanstack/react-query'
import { nameDevice, readDevice } from '@madruga/core/accounts.ts'
import { useServerTime } from '../../../clock.ts'
import { isPaid } from '../../../paid.ts'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { Facts } from '../Facts.tsx'
import { LoadingCard } from '../Results.tsx'
import { sayAgo } from '../describe.ts'
import type { DriverDetail } from '../queries.ts'
import { accessQuery } from './queries.ts'
import type { DriverAccess } from './queries.ts'

/** The driver's filters by version, where they are signed in, and their referral credits. */
export function Access({ driver }: { driver: DriverDetail }) {
  const query = useQuery(accessQuery(driver.id))
  if (!query.data) {
    return (
      <FailedOr query={query}>
        <LoadingCard rows={5} />
      </FailedOr>
    )
  }
  return (
    <div className="overview-charts">
      <Filters filters={query.data.filters} />
      <Sessions sessions={query.data.sessions} />
      {isPaid() && <Credits credits={query.data.credits} />}
    </div>
  )
}

function Filters({ filters }: { filters: DriverAccess['filters'] }) {
  const { t, date, number } = useWords()
  return (
    <section className="card console-part" aria-label={t('drivers.filters')}>
      <h2>{t('drivers.filters')}</h2>
      {filters.length === 0 && <p className="text-muted">{t('drivers.no_filters')}</p>}
      <ul className="console-lines tnum">
        {filters.map((filter) => (
          <li key={`${filter.app} ${filter.version}`}>
            <span className="console-who">
              <b>
                {t('drivers.version', {
                  version: number(filter.version),
                  app: t(`drivers.app.${filter.app}`),
                })}
              </b>
              <span className="text-sm text-muted">
                {filter.plan !== null && t(`drivers.plan.${filter.plan}`)}
                {filter.stations !== null && `, ${t('drivers.stations', { count: filter.stations })}`}
                {filter.removed && `, ${t('drivers.removed')}`}
              </span>
            </span>
            <span className="text-muted">{date(filter.savedAt)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Sessions({ sessions }: { sessions: DriverAccess['sessions'] }) {
  const words = useWords()
  const { t, date, language } = words
  const now = useServerTime(30_000)
  return (
    <section className="card console-part" aria-label={t('drivers.sessions')}>
      <h2>{t('drivers.sessions')}</h2>
      {sessions.length === 0 && <p className="text-muted">{t('drivers.no_sessions')}</p>}
      <ul className="console-lines tnum">
        {sessions.map((session) => (
          <li key={`${session.createdAt} ${session.seenAt} ${session.userAgent}`}>
            <span className="console-who">
              <b>{nameDevice(language, readDevice(session.userAgent))}</b>
              <span className="text-sm text-muted">
                {t('drivers.signed_in', { when: date(session.createdAt) })}
              </span>
            </span>
            <span className="text-muted">{sayAgo(words, session.seenAt, now)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Credits({ credits }: { credits: DriverAccess['credits'] }) {
  const { t, number } = useWords()
  return (
    <section className="card console-part" aria-labelledby="credits">
      <h2 id="credits">{t('drivers.credits')}</h2>
      <Facts
        facts={(['earned', 'used', 'available'] as const).map((what) => [
          t(`drivers.credits.${what}`),
          number(credits[what]),
        ])}
      />
    </section>
  )
}

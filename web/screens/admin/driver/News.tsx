import { useInfiniteQuery } from '@tanstack/react-query'
import { useWords } from '../../../i18n.ts'
import { MoreButton } from '../MoreButton.tsx'
import { MessageRow } from '../Outbox.tsx'
import { Results } from '../Results.tsx'
import { outboxQuery } from '../queries.ts'
import type { DriverDetail } from '../queries.ts'
import { newsQuery } from './queries.ts'

/** What the driver was told in the app, and what went out to them; never the content. */
export function News({ driver }: { driver: DriverDetail }) {
  const { t, date } = useWords()
  const news = useInfiniteQuery(newsQuery(driver.id))
  const sent = useInfiniteQuery(outboxQuery(null, driver.id))
  const told = news.data?.pages.flatMap((page) => page.news) ?? []
  const messages = sent.data?.pages.flatMap((page) => page.messages) ?? []
  return (
    <div className="grid gap-5">
      <section className="grid content-start gap-3" aria-label={t('drivers.told')}>
        <h3 className="text-lg font-extrabold">{t('drivers.told')}</h3>
        <Results
          list={news}
          empty={told.length === 0}
          none={t('drivers.no_news')}
          noneText={t('drivers.no_news_text')}
        >
          <ul className="console-list card">
            {told.map((row) => (
              <li key={row.id}>
                <div className="console-row driver-row">
                  <b>{t(`alert.${row.kind}`)}</b>
                  <span className="tnum text-muted">{date(row.at)}</span>
                  <span className="text-muted">
                    {t(row.readAt === null ? 'drivers.unread' : 'drivers.read')}
                  </span>
                </div>
              </li>
            ))}
          </ul>
        </Results>
        <MoreButton list={news} />
      </section>
      <section className="grid content-start gap-3" aria-label={t('drivers.sent')}>
        <h3 className="text-lg font-extrabold">{t('drivers.sent')}</h3>
        <Results
          list={sent}
          empty={messages.length === 0}
          none={t('outbox.none')}
          noneText={t('outbox.none_text')}
        >
          <ul className="console-list card">
            {messages.map((row) => (
              <li key={row.id}>
                <MessageRow row={row} />
              </li>
            ))}
          </ul>
        </Results>
        <MoreButton list={sent} />
      </section>
    </div>
  )
}

import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { ReactNode } from 'react'
import { useWords } from '../../../i18n.ts'
import { isPaid } from '../../../paid.ts'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { botNote } from '../../log/BotRow.tsx'
import { isOffer } from '../../offers/entry.ts'
import { Chips } from '../Chips.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { MessageRow } from '../Outbox.tsx'
import { Results } from '../Results.tsx'
import { placeOf } from '../billing/address.ts'
import { sayInstant, sayInvoice, sayPurpose } from '../billing/say.ts'
import { outboxQuery } from '../queries.ts'
import type { DriverDetail } from '../queries.ts'
import { OfferLine } from './OfferLine.tsx'
import { logQuery, moneyQuery, newsQuery } from './queries.ts'
import type { DriverMoney } from './queries.ts'
import { KINDS, alongTimes } from './timeline.ts'
import type { Kind } from './timeline.ts'
import '../billing/accounting.css'

type Event = { at: number; key: string; kind: Kind; row: ReactNode }

/** What happened to a driver, newest first: offers, states of the bot with their reasons, money, messages. */
export function Timeline({ driver }: { driver: DriverDetail }) {
  const { t } = useWords()
  const [kind, setKind] = useState<Kind | null>(null)
  const lists = useLists(driver.id)
  const shownLists = lists.filter((list) => kind === null || list.kinds.includes(kind))
  const { events, waits } = alongTimes(shownLists)
  const rows = events.filter((event) => kind === null || event.kind === kind)
  const next = waits.map((place) => shownLists[place]!.query)
  return (
    <>
      <Chips
        label={t('drivers.kind')}
        all={t('admin.all')}
        value={kind}
        choices={KINDS.filter((value) => value !== 'money' || isPaid()).map((value) => ({
          value,
          face: t(`drivers.kind.${value}`),
        }))}
        onChange={setKind}
      />
      <Results
        list={shownLists.find(({ query }) => query.isPending || query.isError)?.query ?? shownLists[0]!.query}
        empty={rows.length === 0 && next.length === 0}
        none={t('drivers.no_events')}
      >
        <ol className="console-list card">
          {rows.map(({ key, row }) => (
            <li key={key}>{row}</li>
          ))}
        </ol>
      </Results>
      <MoreButton
        list={{
          hasNextPage: next.length > 0,
          isFetchingNextPage: next.some((query) => query.isFetchingNextPage),
          fetchNextPage: () => next.map((query) => query.fetchNextPage()),
        }}
      />
    </>
  )
}

/** The lists behind the timeline, each newest first. */
function useLists(id: string) {
  const words = useWords()
  const { t } = words
  const log = useInfiniteQuery(logQuery(id))
  const news = useInfiniteQuery(newsQuery(id))
  const outbox = useInfiniteQuery(outboxQuery(null, id))
  const money = useQuery({ ...moneyQuery(id), enabled: isPaid() })
  const lines = log.data?.pages.flatMap((page) => page.entries) ?? []
  const inbox = news.data?.pages.flatMap((page) => page.news) ?? []
  const messages = outbox.data?.pages.flatMap((page) => page.messages) ?? []
  const pages = [
    {
      query: log,
      kinds: ['offers', 'bot'],
      events: lines.map((entry): Event => {
        const { at, seq } = entry
        const key = `log ${seq}`
        if (isOffer(entry)) return { at, key, kind: 'offers', row: <OfferLine entry={entry} /> }
        const { title, note } = botNote(words, entry)
        return { at, key, kind: 'bot', row: <Line at={at} name={title} note={note} /> }
      }),
    },
    {
      query: news,
      kinds: ['messages'],
      events: inbox.map(({ id: key, at, kind, readAt }): Event => {
        const note = `${t('drivers.told')}, ${t(readAt === null ? 'drivers.unread' : 'drivers.read')}`
        return {
          at,
          key: `news ${key}`,
          kind: 'messages',
          row: <Line at={at} name={t(`news.${kind}`)} note={note} />,
        }
      }),
    },
    {
      query: outbox,
      kinds: ['messages'],
      events: messages.map((row): Event => ({
        at: row.sentAt ?? row.at,
        key: `sent ${row.id}`,
        kind: 'messages',
        row: <MessageRow row={row} />,
      })),
    },
  ]
  const all = [
    ...(money.data?.invoices ?? []).map((row) => ({
      at: row.issuedAt,
      key: row.number,
      row: { invoice: row },
    })),
    ...(money.data?.payments ?? []).map((row) => ({ at: row.at, key: row.reference, row: { payment: row } })),
  ]
  const bills = {
    query: {
      ...money,
      isPending: isPaid() && money.isPending,
      isFetchingNextPage: false,
      fetchNextPage: money.refetch,
    },
    kinds: ['money'],
    more: false,
    events: all
      .toSorted((one, other) => other.at - one.at)
      .map(({ at, key, row }): Event => ({ at, key, kind: 'money', row: <MoneyLine {...row} /> })),
  }
  return [...pages.map((list) => ({ ...list, more: list.query.hasNextPage })), bills]
}

function Line({ at, name, note }: { at: number; name: string; note: string }) {
  const { date } = useWords()
  return (
    <div className="console-row driver-row">
      <b>{name}</b>
      <span className="text-muted">{note}</span>
      <span className="tnum text-sm text-muted">{date(at)}</span>
    </div>
  )
}

/** An invoice or a payment of the driver, linked to its own page. */
function MoneyLine({
  invoice,
  payment,
}: {
  invoice?: DriverMoney['invoices'][number]
  payment?: DriverMoney['payments'][number]
}) {
  const words = useWords()
  const { t, money } = words
  if (invoice)
    return (
      <AmountLine
        part="invoices"
        name={invoice.number}
        what={`${sayInvoice(words, invoice)}, ${sayInstant(words, invoice.issuedAt)}`}
        amount={money(invoice.dueCents)}
        state={invoice.state}
        said={t(`accounting.invoice.${invoice.state}`)}
      />
    )
  if (payment)
    return (
      <AmountLine
        part="payments"
        name={payment.reference}
        what={`${sayPurpose(words, payment.what)}, ${sayInstant(words, payment.at)}`}
        amount={money(payment.amountCents)}
        state={payment.state}
        said={t(`accounting.payment.${payment.state}`)}
      />
    )
  return null
}

function AmountLine({
  part,
  name,
  what,
  amount,
  state,
  said,
}: {
  part: 'invoices' | 'payments'
  name: string
  what: string
  amount: string
  state: string
  said: string
}) {
  return (
    <div className="console-row driver-row tnum">
      <span className="console-who">
        <ScreenLink screen="admin" search={placeOf(part, { open: name })} className="font-bold underline">
          {name}
        </ScreenLink>
        <span className="text-sm text-muted">{what}</span>
      </span>
      <b>{amount}</b>
      <span className="console-mark" data-money={state}>
        {said}
      </span>
    </div>
  )
}

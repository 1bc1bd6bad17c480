import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { SQLInputValue } from 'node:sqlite'

/** A wire object in Stripe's shape. `created` is in seconds. */
export type Item = { id: string; object: string; created: number; [field: string]: unknown }

/**
 * The query of a list. `where` compares fields of the objects, `since` and `until` are seconds, both
 * inclusive.
 */
export type Query = {
  kind: string
  where?: Record<string, string>
  types?: string[]
  since?: number
  until?: number
  /** Only older than this object. */
  after?: string
  /** Only newer than this object. */
  before?: string
  limit: number
}

export type KeptAnswer = { requestHash: string; status: number; body: string }
/** An event's delivery to an endpoint, by the endpoint's id. */
export type Delivery = { id: number; eventId: string; tries: number; dueAt: number }

const TABLES = `
  create table if not exists objects (
    number integer primary key autoincrement,
    id text not null unique,
    kind text not null,
    created integer not null,
    body text not null,
    trait text
  );
  create index if not exists objects_kind on objects (kind, number);
  create index if not exists objects_created on objects (kind, created);
  create index if not exists objects_intent on objects (json_extract(body, '$.payment_intent'));
  create table if not exists answers (
    key text primary key, request_hash text not null, status integer not null, body text not null,
    kept_at integer not null
  );
  create index if not exists answers_kept on answers (kept_at);
  create table if not exists timers (id text primary key, due_at integer not null);
  create table if not exists deliveries (
    id integer primary key autoincrement,
    event_id text not null,
    endpoint text not null,
    tries integer not null default 0,
    due_at integer not null,
    done_at integer
  );
  create index if not exists deliveries_waiting on deliveries (endpoint, id) where done_at is null;
  create index if not exists deliveries_event on deliveries (event_id);
`

export type Store = ReturnType<typeof openStore>

/**
 * Opens `cards.sqlite` in the folder, or a store in memory. Every change is in a transaction that is on disk
 * when `transact` returns: WAL with synchronous FULL.
 */
export function openStore(folder: string | undefined) {
  if (folder !== undefined) mkdirSync(folder, { recursive: true })
  const db = new DatabaseSync(folder === undefined ? ':memory:' : join(folder, 'cards.sqlite'))
  db.exec('pragma journal_mode = wal; pragma synchronous = full; pragma busy_timeout = 5000;')
  db.exec(TABLES)
  return {
    ...keepObjects(db),
    ...keepAnswers(db),
    ...keepTimers(db),
    ...keepDeliveries(db),
    forgetOld: forgetOld(db),
    /** Runs the work in one transaction. An exception rolls it back. */
    transact<T>(work: () => T): T {
      db.exec('begin immediate')
      try {
        const result = work()
        db.exec('commit')
        return result
      } catch (error) {
        if (db.isTransaction) db.exec('rollback')
        throw error
      }
    },
    close: () => db.close(),
  }
}

function keepObjects(db: DatabaseSync) {
  const find = db.prepare('select body from objects where id = ?')
  const numberOf = db.prepare('select number from objects where id = ?')
  const traitOf = db.prepare('select trait from objects where id = ?')
  const insert = db.prepare('insert into objects (id, kind, created, body, trait) values (?, ?, ?, ?, ?)')
  const update = db.prepare('update objects set body = ? where id = ?')
  const setTrait = db.prepare('update objects set trait = ? where id = ?')
  return {
    find(id: string): Item | undefined {
      const row = find.get(id)
      return row === undefined ? undefined : (JSON.parse(String(row.body)) as Item)
    },
    insert(item: Item, trait: string | null = null): void {
      insert.run(item.id, item.object, item.created, JSON.stringify(item), trait)
    },
    update(item: Item): void {
      update.run(JSON.stringify(item), item.id)
    },
    readTrait: (id: string): string => String(traitOf.get(id)?.trait ?? ''),
    setTrait(id: string, trait: string): void {
      setTrait.run(trait, id)
    },
    /** Newest first; and whether there are more. */
    list(query: Query): { items: Item[]; more: boolean } {
      const { sql, values } = writeQuery(query, (id) => numberOf.get(id)?.number ?? 0)
      const items = db
        .prepare(sql)
        .all(...values)
        .map((row) => JSON.parse(String(row.body)) as Item)
      const more = items.length > query.limit
      if (more) items.pop()
      // Backward pages are the ones next to their cursor, and still newest first.
      return { items: query.before === undefined ? items : items.toReversed(), more }
    },
  }
}

function writeQuery(
  query: Query,
  numberOf: (id: string) => SQLInputValue,
): { sql: string; values: SQLInputValue[] } {
  const parts = ['kind = ?']
  const values: SQLInputValue[] = [query.kind]
  const add = (part: string, ...more: SQLInputValue[]): void => {
    parts.push(part)
    values.push(...more)
  }
  for (const [field, value] of Object.entries(query.where ?? {})) {
    // Inlined, not bound: only then SQLite uses the index of payment_intent.
    if (field === 'payment_intent') add(`json_extract(body, '$.payment_intent') = ?`, value)
    else add('json_extract(body, ?) = ?', `$.${field}`, value)
  }
  if (query.types)
    add(`json_extract(body, '$.type') in (select value from json_each(?))`, JSON.stringify(query.types))
  if (query.since !== undefined) add('created >= ?', query.since)
  if (query.until !== undefined) add('created <= ?', query.until)
  if (query.after !== undefined) add('number < ?', numberOf(query.after))
  if (query.before !== undefined) add('number > ?', numberOf(query.before))
  const order = query.before === undefined ? 'desc' : 'asc'
  const sql = `select body from objects where ${parts.join(' and ')} order by number ${order} limit ?`
  return { sql, values: [...values, query.limit + 1] }
}

function keepAnswers(db: DatabaseSync) {
  const find = db.prepare('select request_hash, status, body from answers where key = ?')
  const insert = db.prepare(
    'insert into answers (key, request_hash, status, body, kept_at) values (?, ?, ?, ?, ?)',
  )
  return {
    findAnswer(key: string): KeptAnswer | undefined {
      const row = find.get(key)
      if (row === undefined) return undefined
      return { requestHash: String(row.request_hash), status: Number(row.status), body: String(row.body) }
    },
    /** `now` in epoch ms. */
    keepAnswer(key: string, answer: KeptAnswer, now: number): void {
      insert.run(key, answer.requestHash, answer.status, answer.body, now)
    },
  }
}

function keepTimers(db: DatabaseSync) {
  const set = db.prepare('insert into timers (id, due_at) values (?, ?)')
  const due = db.prepare('select id from timers where due_at <= ? order by due_at, id')
  const clear = db.prepare('delete from timers where id = ?')
  const next = db.prepare('select min(due_at) as due_at from timers')
  return {
    /** Schedules this object for a time (epoch ms). */
    setTimer: (id: string, dueAt: number): void => void set.run(id, dueAt),
    listDue: (now: number): string[] => due.all(now).map((row) => String(row.id)),
    clearTimer: (id: string): void => void clear.run(id),
    nextTimer: (): number | null => next.get()?.due_at as number | null,
  }
}

function keepDeliveries(db: DatabaseSync) {
  const add = db.prepare('insert into deliveries (event_id, endpoint, due_at) values (?, ?, ?)')
  const waiting = db.prepare(
    'select id, event_id, tries, due_at from deliveries where done_at is null and endpoint = ? and due_at <= ? order by id limit 100',
  )
  const done = db.prepare('update deliveries set done_at = ?, tries = tries + 1 where id = ?')
  const later = db.prepare('update deliveries set due_at = ?, tries = tries + 1 where id = ?')
  const next = db.prepare(
    'select min(due_at) as due_at from deliveries where done_at is null and endpoint = ?',
  )
  const hasten = db.prepare(
    'update deliveries set due_at = ?1 where done_at is null and endpoint = ?2 and due_at > ?1',
  )
  return {
    addDelivery: (eventId: string, endpoint: string, dueAt: number): void =>
      void add.run(eventId, endpoint, dueAt),
    listDeliveries: (endpoint: string, now: number): Delivery[] =>
      waiting.all(endpoint, now).map((row) => ({
        id: Number(row.id),
        eventId: String(row.event_id),
        tries: Number(row.tries),
        dueAt: Number(row.due_at),
      })),
    endDelivery: (id: number, now: number): void => void done.run(now, id),
    /** Makes that endpoint's pending deliveries due at a time. */
    hastenDeliveries: (endpoint: string, now: number): void => void hasten.run(now, endpoint),
    delayDelivery: (id: number, dueAt: number): void => void later.run(dueAt, id),
    nextDelivery: (endpoint: string): number | null => next.get(endpoint)?.due_at as number | null,
  }
}

// Stripe's retention: keys are valid for at least a day, events are readable for 30
// (docs.stripe.com/api/idempotent_requests, /api/events).
const ANSWERS_MS = 86_400_000
const EVENTS_MS = 30 * 86_400_000

function forgetOld(db: DatabaseSync) {
  const answers = db.prepare('delete from answers where kept_at < ?')
  const deliveries = db.prepare('delete from deliveries where done_at < ?')
  const events = db.prepare(
    `delete from objects where kind = 'event' and created < ?
     and not exists (select 1 from deliveries where event_id = objects.id and done_at is null)`,
  )
  /** Deletes answers of keys after a day and events after 30, except for pending ones. `now` in epoch ms. */
  return (now: number): void => {
    answers.run(now - ANSWERS_MS)
    deliveries.run(now - EVENTS_MS)
    events.run(Math.floor((now - EVENTS_MS) / 1000))
  }
}

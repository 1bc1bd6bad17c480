import type { ClientBase } from 'pg'

// Any constant that is the same in every process.
const LOCK = 7_301_946_021

/** An applied migration. `needs` is the oldest release that runs since; null = it broke none. */
export type AppliedMigration = { name: string; checksum: string; needs: string | null }

/** Waits until this session is the only one that migrates. */
export async function lockMigrations(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_lock($1)', [LOCK])
}

export async function unlockMigrations(client: ClientBase): Promise<void> {
  await client.query('select pg_advisory_unlock($1)', [LOCK])
}

/** The applied migrations in their order. Creates their table in an empty database. */
export async function readApplied(client: ClientBase): Promise<AppliedMigration[]> {
  if (!(await hasTable(client)))
    await client.query(`create table migrations (
      name text primary key,
      checksum text not null,
      applied_at timestamptz not null default now(),
      needs text
    )`)
  // A table from before the column is given it here: every migration is recorded with it.
  else if (!(await hasNeeds(client))) await client.query('alter table migrations add column needs text')
  return await selectApplied(client)
}

/** The applied migrations in their order, without changing anything; none in an empty database. */
export async function lookUpApplied(client: Pick<ClientBase, 'query'>): Promise<AppliedMigration[]> {
  if (!(await hasTable(client))) return []
  if (await hasNeeds(client)) return await selectApplied(client)
  const { rows } = await client.query<{ name: string; checksum: string }>(
    'select name, checksum from migrations order by name',
  )
  return rows.map((row) => ({ ...row, needs: null }))
}

/** Records a migration as applied. */
export async function addMigration(
  client: ClientBase,
  { name, checksum, needs }: { name: string; checksum: string; needs?: string | null },
): Promise<void> {
  await client.query('insert into migrations (name, checksum, needs) values ($1, $2, $3)', [
    name,
    checksum,
    needs ?? null,
  ])
}

async function selectApplied(client: Pick<ClientBase, 'query'>): Promise<AppliedMigration[]> {
  return (await client.query<AppliedMigration>('select name, checksum, needs from migrations order by name'))
    .rows
}

async function hasTable(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    "select to_regclass('migrations') is not null as found",
  )
  return rows[0]?.found === true
}

async function hasNeeds(client: Pick<ClientBase, 'query'>): Promise<boolean> {
  const found = await client.query(
    "select from pg_attribute where attrelid = 'migrations'::regclass and attname = 'needs'",
  )
  return found.rowCount === 1
}

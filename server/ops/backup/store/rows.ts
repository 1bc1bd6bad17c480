import { escapeIdentifier } from 'pg'
import type { ClientBase } from 'pg'
import { from, to } from 'pg-copy-streams'
import type { CopyStreamQuery, CopyToStreamQuery } from 'pg-copy-streams'
import type { TableColumns } from './catalogue.ts'

const RESTORER = 'madruga_restore'

const list = (names: readonly string[]): string => names.map((name) => escapeIdentifier(name)).join(', ')

/** Opens one snapshot for all that this session reads; returns its name and its moment, epoch ms. */
export async function openSnapshot(client: ClientBase): Promise<{ snapshot: string; at: number }> {
  await client.query('begin isolation level repeatable read')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
  const { rows } = await client.query<{ snapshot: string; at: string }>(
    'select pg_export_snapshot() as snapshot, floor(extract(epoch from now()) * 1000) as at',
  )
  return { snapshot: rows[0]?.snapshot ?? '', at: Number(rows[0]?.at) }
}

/** Keeps the tables from being changed or dropped until the transaction ends; their rows may change. */
export async function holdTables(client: ClientBase, names: readonly string[]): Promise<void> {
  await client.query(`lock table ${list(names)} in access share mode`)
}

/** A table's rows as a stream. A query and not the table itself, which may have partitions. */
export function readRows(client: ClientBase, { name, columns }: TableColumns): CopyToStreamQuery {
  return client.query(to(`copy (select ${list(columns)} from ${escapeIdentifier(name)}) to stdout`))
}

/** Takes a table's rows from a stream. */
export function writeRows(client: ClientBase, { name, columns }: TableColumns): CopyStreamQuery {
  return client.query(from(`copy ${escapeIdentifier(name)} (${list(columns)}) from stdin`))
}

/** Begins the transaction that restores everything or nothing. */
export async function beginRestore(client: ClientBase): Promise<void> {
  await client.query('begin')
  await client.query('set local statement_timeout = 0')
  await client.query('set local idle_in_transaction_session_timeout = 0')
}

/**
 * Lets a superuser, as the embedded server's is, act as a role with no rights but on this database, for
 * what comes from a backup. The returned function gives what that role made to the user and removes it.
 */
export async function lowerRights(client: ClientBase): Promise<() => Promise<void>> {
  const { rows } = await client.query<{ database: string; usesuper: boolean }>(
    'select current_database() as database, usesuper from pg_user where usename = current_user',
  )
  const [user] = rows
  if (!user?.usesuper) return async () => {}
  await client.query(`create role ${RESTORER} nologin`)
  await client.query(`grant all on schema public to ${RESTORER}`)
  // For the extensions of the migrations, all of which PostgreSQL trusts.
  await client.query(`grant create on database ${escapeIdentifier(user.database)} to ${RESTORER}`)
  await client.query(`set local role ${RESTORER}`)
  return async () => {
    await client.query('set local role none')
    await client.query(`reassign owned by ${RESTORER} to current_user`)
    await client.query(`drop owned by ${RESTORER}`)
    await client.query(`drop role ${RESTORER}`)
  }
}

/** Removes tables and functions with everything that hangs on them. */
export async function dropObjects(
  client: ClientBase,
  { tables, functions }: { tables: readonly string[]; functions: readonly string[] },
): Promise<void> {
  if (tables.length > 0) await client.query(`drop table ${list(tables)} cascade`)
  for (const name of functions) await client.query(`drop routine ${name} cascade`)
}

/** Creates a partition unless the migrations did. */
export async function createPartition(
  client: ClientBase,
  { name, of, bound }: { name: string; of: string; bound: string },
): Promise<void> {
  await client.query(
    `create table if not exists ${escapeIdentifier(name)} partition of ${escapeIdentifier(of)} ${bound}`,
  )
}

/**
 * Empties tables that take the rows of a backup, of which migrations have written some, and keeps their
 * triggers from acting: what they did stands in the backup too.
 */
export async function beginLoading(client: ClientBase, names: readonly string[]): Promise<void> {
  for (const name of names) await client.query(`alter table ${escapeIdentifier(name)} disable trigger user`)
  await client.query(`truncate ${list(names)}`)
}

/** Checks what is deferred, and switches the triggers on again. */
export async function endLoading(client: ClientBase, names: readonly string[]): Promise<void> {
  await client.query('set constraints all immediate')
  for (const name of names) await client.query(`alter table ${escapeIdentifier(name)} enable trigger user`)
}

/** Lets a column's sequence continue after the last number that was given out. */
export async function setSequence(
  client: ClientBase,
  { table, column, last }: { table: string; column: string; last: string },
): Promise<void> {
  await client.query('select setval(pg_get_serial_sequence($1, $2), $3)', [
    escapeIdentifier(table),
    column,
    last,
  ])
}

import type { ClientBase } from 'pg'

// What an extension made belongs to the extension.
const OURS = `c.relnamespace = 'public'::regnamespace and not exists (
  select from pg_depend where classid = 'pg_class'::regclass and objid = c.oid and deptype = 'e')`

/** A table and its columns, without those that PostgreSQL computes. */
export type TableColumns = { name: string; columns: string[] }

/** A table that refers to another one. */
export type Reference = { from: string; to: string }

/** All tables but partitions and the record of migrations. */
export async function listTables(client: ClientBase): Promise<TableColumns[]> {
  const { rows } = await client.query<TableColumns>(`
    select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relkind in ('r', 'p') and not c.relispartition and c.relname <> 'migrations' and ${OURS}
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`)
  return rows
}

/** Foreign keys between different tables. */
export async function listReferences(client: ClientBase): Promise<Reference[]> {
  const { rows } = await client.query<Reference>(`
    select distinct c.relname as "from", r.relname as "to"
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_class r on r.oid = k.confrelid
    where k.contype = 'f' and not c.relispartition and c.oid <> r.oid and ${OURS}`)
  return rows
}

/** Partitions with their table and bound. */
export async function listPartitions(
  client: ClientBase,
): Promise<{ name: string; of: string; bound: string }[]> {
  const { rows } = await client.query<{ name: string; of: string; bound: string }>(`
    select c.relname as name, p.relname as "of", pg_get_expr(c.relpartbound, c.oid) as bound
    from pg_class c join pg_inherits i on i.inhrelid = c.oid join pg_class p on p.oid = i.inhparent
    where c.relispartition and c.relkind = 'r' and ${OURS} order by c.relname`)
  return rows
}

/** The last number of each column's sequence; sequences that have given none out are left out. */
export async function listSequences(
  client: ClientBase,
): Promise<{ table: string; column: string; last: string }[]> {
  const { rows } = await client.query<{ table: string; column: string; last: string }>(`
    select c.relname as "table", a.attname as "column", s.last_value::text as last
    from pg_depend d
    join pg_class c on c.oid = d.refobjid
    join pg_attribute a on a.attrelid = c.oid and a.attnum = d.refobjsubid
    join pg_class q on q.oid = d.objid and q.relkind = 'S'
    join pg_sequences s on s.schemaname = 'public' and s.sequencename = q.relname
    where d.classid = 'pg_class'::regclass and d.refclassid = 'pg_class'::regclass
      and d.deptype in ('a', 'i') and s.last_value is not null and ${OURS}
    order by 1, 2`)
  return rows
}

/** PostgreSQL's version, as it says it. */
export async function readServerVersion(client: ClientBase): Promise<string> {
  const { rows } = await client.query<{ server_version: string }>('show server_version')
  return rows[0]?.server_version ?? ''
}

/** How many other sessions use this database. */
export async function countOtherSessions(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`)
  return Number(rows[0]?.count)
}

/** Tables and functions of the public schema, partitions after what they are part of. */
export async function listObjects(client: ClientBase): Promise<{ tables: string[]; functions: string[] }> {
  const tables = await client.query<{ name: string }>(`
    select c.relname as name from pg_class c where c.relkind in ('r', 'p') and not c.relispartition and ${OURS}
    order by 1`)
  const functions = await client.query<{ name: string }>(`
    select p.oid::regprocedure::text as name from pg_proc p
    where p.pronamespace = 'public'::regnamespace and not exists (
      select from pg_depend where classid = 'pg_proc'::regclass and objid = p.oid and deptype = 'e')
    order by 1`)
  return { tables: tables.rows.map(({ name }) => name), functions: functions.rows.map(({ name }) => name) }
}

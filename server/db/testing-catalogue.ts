import type { Pool } from 'pg'

/** What code of a release can depend on, as the database describes it. */
export type Catalogue = {
  tables: Map<string, Map<string, ColumnRule>>
  /** Checks, foreign keys and exclusions. */
  constraints: Constraint[]
  /** Unique indexes, those of keys and constraints among them. */
  uniques: Constraint[]
  /** `trigger on table`, and functions with their arguments. */
  helpers: Set<string>
}

/** `needed` = never null. */
export type ColumnRule = { type: string; needed: boolean; hasDefault: boolean }

/** A rule over columns; its definition has no name in it. */
export type Constraint = { table: string; name: string; definition: string; columns: string[] }

const COLUMNS = `
  select c.relname as "table", a.attname as column, format_type(a.atttypid, a.atttypmod) as type,
    a.attnotnull as needed, (a.atthasdef or a.attidentity <> '') as "hasDefault"
  from pg_class c join pg_attribute a on a.attrelid = c.oid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped`
const CONSTRAINTS = `
  select c.relname as "table", k.conname as name, pg_get_constraintdef(k.oid) as definition,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (k.conkey)) as columns
  from pg_constraint k join pg_class c on c.oid = k.conrelid
  where c.relnamespace = 'public'::regnamespace and not c.relispartition and k.contype in ('c', 'f', 'x')`
const UNIQUES = `
  select c.relname as "table", x.relname as name,
    regexp_replace(pg_get_indexdef(i.indexrelid), '^CREATE UNIQUE INDEX \\S+ ', '') as definition,
    array(select attname::text from pg_attribute where attrelid = c.oid and attnum = any (i.indkey)) as columns
  from pg_index i join pg_class c on c.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
  where i.indisunique and c.relnamespace = 'public'::regnamespace and not c.relispartition`
const HELPERS = `
  select format('trigger %s on %s', t.tgname, t.tgrelid::regclass) as name from pg_trigger t
  join pg_class c on c.oid = t.tgrelid
  where not t.tgisinternal and c.relnamespace = 'public'::regnamespace and not c.relispartition
  union all select 'function ' || p.oid::regprocedure from pg_proc p where pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend where objid = p.oid and classid = 'pg_proc'::regclass and deptype = 'e')`

/** Reads the public schema. */
export async function readCatalogue(pool: Pick<Pool, 'query'>): Promise<Catalogue> {
  const tables: Catalogue['tables'] = new Map()
  const found = await pool.query<ColumnRule & { table: string; column: string }>(COLUMNS)
  for (const { table, column, ...rule } of found.rows) {
    if (!tables.has(table)) tables.set(table, new Map())
    tables.get(table)?.set(column, rule)
  }
  const constraints = (await pool.query<Constraint>(CONSTRAINTS)).rows
  const uniques = (await pool.query<Constraint>(UNIQUES)).rows
  const helpers = (await pool.query<{ name: string }>(HELPERS)).rows
  return { tables, constraints, uniques, helpers: new Set(helpers.map(({ name }) => name)) }
}

import type { TestDatabase } from '@madruga/server/db/testing.ts'

/**
 * Gives a test's database a time that moves by hand, `shiftMs` ahead of the machine's at first. The product
 * follows its database's time, so what is due later is due at once; returns what moves it on.
 *
 * The functions stand before PostgreSQL's own in the search path; defaults of columns are bound again.
 */
export async function moveDatabase(
  { database, url }: TestDatabase,
  shiftMs: number,
): Promise<(ms: number) => Promise<void>> {
  const { pool } = database
  const name = new URL(url).pathname.slice(1)
  await pool.query(`
    create schema moved;
    create table moved.clock (ahead interval not null);
    insert into moved.clock values (${shiftMs} * interval '1 millisecond');
    create function moved.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + ahead from moved.clock';
    create function moved.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + ahead from moved.clock';
    alter database ${name} set search_path = moved, pg_catalog, public;
    set search_path = moved, pg_catalog, public;
    do $$ declare each record; begin
      for each in select d.adrelid::regclass as owner, a.attname, pg_get_expr(d.adbin, d.adrelid) as given
        from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
        where pg_get_expr(d.adbin, d.adrelid) ~ 'pg_catalog.(now|clock_timestamp)'
      loop
        execute format('alter table %s alter column %I set default %s',
          each.owner, each.attname, replace(each.given, 'pg_catalog.', ''));
      end loop;
    end $$`)
  return async (ms) => {
    await pool.query(`update moved.clock set ahead = ahead + ${ms} * interval '1 millisecond'`)
  }
}

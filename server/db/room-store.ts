import type { Pool } from 'pg'

/**
 * Has the server write a file and delete it again: fails where the disk has no room for it. A sort with this
 * little memory of its own spills; nothing of it is stored.
 */
export async function spill(pool: Pool): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    await client.query(`set local work_mem = '64kB'`)
    await client.query(
      'select count(*) from (select md5(n::text) as text from generate_series(1, 4000) as n order by text offset 0) as spilled',
    )
  } finally {
    await client.query('rollback').catch(() => {})
    client.release()
  }
}

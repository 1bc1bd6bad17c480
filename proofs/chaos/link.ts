import { connect, createServer } from 'node:net'
import type { AddressInfo, Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * How a worker loses the database. `held`: nothing passes, and what was sent arrives later. `lost`: the same,
 * and the connections break at the end. `answers lost`: statements are executed, their answers never arrive.
 * `cut`: connections break at once, and new ones are refused.
 */
export const PARTITIONS = ['held', 'lost', 'answers lost', 'cut'] as const
type Partition = (typeof PARTITIONS)[number]

/** The way from one worker to PostgreSQL. */
export type Link = {
  /** Connection string of this way. */
  url: string
  part(how: Partition): void
  heal(): void
  /** From now on answers take this many ms; 0 = none more than they do. */
  slow(ms: number): void
  /** New connections lead to another server. */
  moveTo(postgresUrl: string): void
  close(): void
}

/** Opens a way to the PostgreSQL at a Unix socket. */
export async function openLink(postgresUrl: string): Promise<Link> {
  let socketDir = folderOf(postgresUrl)
  const pairs = new Set<{ near: Socket; far: Socket }>()
  let parted: Partition | null = null
  let slowMs = 0

  const obey = ({ near, far }: { near: Socket; far: Socket }): void => {
    if (parted === 'cut') {
      near.resetAndDestroy()
      far.destroy()
    } else if (parted === null) {
      near.resume()
      far.resume()
    } else {
      if (parted !== 'answers lost') near.pause()
      far.pause()
    }
  }
  const server = createServer({ noDelay: true, pauseOnConnect: true }, (near) => {
    const pair = { near, far: connect(`${socketDir}/.s.PGSQL.5432`) }
    pairs.add(pair)
    for (const [from, to] of [
      [near, pair.far],
      [pair.far, near],
    ] as const) {
      const pass = (chunk: Buffer): void => void (to.destroyed || to.write(chunk))
      from.on('data', from === near ? pass : inOrder(pass, () => slowMs))
      from.on('error', () => from.destroy())
      from.on('close', () => {
        pairs.delete(pair)
        to.end()
      })
    }
    obey(pair)
  })
  await new Promise<void>((open) => server.listen(0, '127.0.0.1', open))
  const { port } = server.address() as AddressInfo

  return {
    url: `postgres://madruga@127.0.0.1:${port}/postgres`,
    part(how) {
      parted = how
      for (const pair of pairs) obey(pair)
    },
    heal() {
      const breaks = parted === 'lost' || parted === 'answers lost'
      parted = null
      for (const pair of pairs) {
        if (breaks) pair.near.resetAndDestroy()
        else obey(pair)
      }
    },
    slow(ms) {
      slowMs = ms
    },
    moveTo(url) {
      socketDir = folderOf(url)
    },
    close() {
      server.close()
      for (const { near, far } of pairs) {
        near.destroy()
        far.destroy()
      }
    },
  }
}

/** Passes each chunk on after a while, in their order. */
function inOrder(pass: (chunk: Buffer) => void, afterMs: () => number): (chunk: Buffer) => void {
  let last: Promise<void> | null = null
  return (chunk) => {
    if (last === null && afterMs() === 0) return pass(chunk)
    const passed = Promise.all([last, sleep(afterMs())]).then(() => {
      pass(chunk)
      if (last === passed) last = null
    })
    last = passed
  }
}

/** The folder of a server's socket. */
export function folderOf(postgresUrl: string): string {
  return new URL(postgresUrl).searchParams.get('host') ?? ''
}

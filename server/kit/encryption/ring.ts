import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { backUpFile, createFile, replaceFile } from './files.ts'

/** A key that other secrets are derived from, and since when it is the current one, epoch ms. */
export type Root = { readonly key: Buffer; readonly since: number }

/**
 * Keys that wrap data keys: the current one encrypts, every one opens. Secrets for signing are derived from
 * `roots`, the newest first.
 */
export type KeyRing = {
  readonly current: string
  readonly keys: ReadonlyMap<string, Buffer>
  readonly roots: readonly [Root, ...Root[]]
  /**
   * Takes over what another process wrote into the ring's file since it was read; missing on a ring without a
   * file.
   */
  readonly refresh?: () => void
}

/** A ring as its file holds it. */
export type StoredRing = KeyRing & {
  /** When the current key came in, epoch ms; 0 for a ring that was never rotated. */
  rotatedAt: number
  /** Whether values may still have to be moved to the current key. */
  unfinished: boolean
}

export const KEY_BYTES = 32
export const ID_BYTES = 8

const ringFile = z.object({
  current: z.string().regex(/^[0-9a-f]{16}$/),
  keys: z.record(z.string().regex(/^[0-9a-f]{16}$/), z.base64()),
  roots: z
    .array(z.object({ key: z.base64(), since: z.int().nonnegative() }))
    .min(1)
    .optional(),
  /** The one root of a ring written before roots were rotated. */
  root: z.base64().optional(),
  rotatedAt: z.int().nonnegative().default(0),
  unfinished: z.boolean().default(false),
})

/**
 * Reads the ring, and makes one, readable by its owner alone, where there is none. The ring follows its file:
 * before it encrypts, and when it meets a key that it does not hold, it looks whether the file is another one
 * now, so that a rotation needs no restart. A file that cannot be read then changes nothing. `onRotated` is
 * told of another current key.
 */
export function loadKeyRing(file: string, onRotated: () => void = () => {}): KeyRing {
  if (!existsSync(file)) createFile(file, write({ ...makeKeyRing(), rotatedAt: 0, unfinished: false }))
  let stamp = stampOf(file)
  let ring: KeyRing = readStoredRing(file)
  return {
    get current() {
      return ring.current
    },
    get keys() {
      return ring.keys
    },
    get roots() {
      return ring.roots
    },
    refresh() {
      const found = stampOf(file)
      if (found === null || found === stamp) return
      try {
        const { current } = ring
        ring = readStoredRing(file)
        stamp = found
        if (ring.current !== current) onRotated()
      } catch {
        // What is in memory opens and encrypts as before.
      }
    },
  }
}

/** Reads a ring's file once; throws `StartError` where that cannot be done. */
export function readStoredRing(file: string): StoredRing {
  try {
    const { keys, roots, root, ...rest } = ringFile.parse(JSON.parse(readFileSync(file, 'utf8')))
    const ring = new Map(Object.entries(keys).map(([id, key]) => [id, Buffer.from(key, 'base64')]))
    if (!ring.has(rest.current) || ring.values().some((key) => key.length !== KEY_BYTES))
      throw new Error('keys')
    return { ...rest, keys: ring, roots: readRoots(roots, root) }
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code
    throw new StartError(`The key ring ${file} is ${code ? `not readable (${code})` : 'damaged'}: restore it`)
  }
}

function readRoots(
  stored: readonly { key: string; since: number }[] | undefined,
  only: string | undefined,
): KeyRing['roots'] {
  const found = stored ?? (only === undefined ? [] : [{ key: only, since: 0 }])
  const [first, ...more] = found.map(({ key, since }) => ({ key: Buffer.from(key, 'base64'), since }))
  if (first === undefined) throw new Error('roots')
  return [first, ...more]
}

/** A ring with one random key and one root, for a first start and for tests. */
export function makeKeyRing(): KeyRing {
  return addKey({ current: '', keys: new Map(), roots: [newRoot(0)] })
}

const newRoot = (since: number): Root => ({ key: randomBytes(KEY_BYTES), since })

/**
 * The secret of one purpose (signing sessions, say) by a root, the ring's current one unless another is
 * given.
 */
export function deriveSecret(ring: KeyRing, purpose: string, root: Root = ring.roots[0]): string {
  return Buffer.from(hkdfSync('sha256', root.key, '', purpose, KEY_BYTES)).toString('hex')
}

/** The ring with a new current key; the old ones stay, to open what they encrypted. */
export function addKey(ring: KeyRing): KeyRing {
  const id = randomBytes(ID_BYTES).toString('hex')
  const keys = new Map([...ring.keys, [id, randomBytes(KEY_BYTES)]])
  return { current: id, keys, roots: ring.roots }
}

/**
 * Adds a key and a root to the ring's file and makes them the current ones; the file as it was stays beside
 * it as `.backup`. The ring counts as unfinished until `finishRotation`. One at a time: of two at once, one
 * key would be lost with all that it encrypted.
 */
export function rotateKeyRing(file: string, now: number): StoredRing {
  const ring = readStoredRing(file)
  const roots = [newRoot(now), ...ring.roots] as const
  return store(file, { ...addKey(ring), roots: [...roots], rotatedAt: now, unfinished: true })
}

/** Notes that everything has been moved to the current key. */
export function finishRotation(file: string): StoredRing {
  const ring = readStoredRing(file)
  return ring.unfinished ? store(file, { ...ring, unfinished: false }) : ring
}

/** Takes keys out of the ring's file, never the current one. What they encrypted does not open any more. */
export function dropKeys(file: string, ids: ReadonlySet<string>): StoredRing {
  const ring = readStoredRing(file)
  const keys = new Map([...ring.keys].filter(([id]) => id === ring.current || !ids.has(id)))
  return keys.size === ring.keys.size ? ring : store(file, { ...ring, keys })
}

/**
 * Takes roots out of the ring's file that were replaced before an instant, never the current one. What they
 * signed is not ours any more.
 */
export function dropRoots(file: string, replacedBefore: number): StoredRing {
  const ring = readStoredRing(file)
  const [current, ...former] = ring.roots
  const left = former.filter((_, n) => (ring.roots[n]?.since ?? 0) >= replacedBefore)
  return left.length === former.length ? ring : store(file, { ...ring, roots: [current, ...left] })
}

function store(file: string, ring: StoredRing): StoredRing {
  backUpFile(file)
  replaceFile(file, write(ring))
  return ring
}

function write({ current, keys, roots, rotatedAt, unfinished }: StoredRing): string {
  const written = Object.fromEntries([...keys].map(([id, key]) => [id, key.toString('base64')]))
  const signing = roots.map(({ key, since }) => ({ key: key.toString('base64'), since }))
  return JSON.stringify({ current, keys: written, roots: signing, rotatedAt, unfinished })
}

/** Tells two files of one name apart; null where there is none. */
function stampOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.ino} ${stat.ctimeNs} ${stat.size}`
}

import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { z } from 'zod'
import { StartError } from '../start-error.ts'
import { backUpFile, createFile, replaceFile } from './files.ts'

/** A key that other secrets are derived from, and since when it is current, epoch ms. */
export type Root = { readonly key: Buffer; readonly since: number }

/**
 * Keys that wrap data keys: the current one encrypts, all of them decrypt. Signing secrets are derived from
 * `roots`, the newest first.
 */
export type KeyRing = {
  readonly current: string
  readonly keys: ReadonlyMap<string, Buffer>
  readonly roots: readonly [Root, ...Root[]]
  /**
   * Loads what another process wrote to the ring's file since it was read; missing on a ring without a file.
   */
  readonly refresh?: () => void
}

/** A ring as stored in its file. */
export type StoredRing = KeyRing & {
  /** When the current key was added, epoch ms; 0 for a ring that was never rotated. */
  rotatedAt: number
  /** Whether values may still have to be re-encrypted with the current key. */
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
  /** The single root of a ring from before roots were rotated. */
  root: z.base64().optional(),
  rotatedAt: z.int().nonnegative().default(0),
  unfinished: z.boolean().default(false),
})

/**
 * Reads the ring, and creates one, readable only by its owner, if there is none. The ring follows its file:
 * before it encrypts, and when it encounters an unknown key, it checks whether the file has changed, so that
 * a rotation needs no restart. An unreadable file then changes nothing. `onRotated` receives a change of the
 * current key.
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
        // The keys in memory continue to work.
      }
    },
  }
}

/** Reads a ring's file once; throws `StartError` if that fails. */
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
 * The secret of one purpose (for example signing sessions) from a root, the ring's current one by default.
 */
export function deriveSecret(ring: KeyRing, purpose: string, root: Root = ring.roots[0]): string {
  return Buffer.from(hkdfSync('sha256', root.key, '', purpose, KEY_BYTES)).toString('hex')
}

/** The ring with a new current key; the old ones stay, to decrypt what they encrypted. */
export function addKey(ring: KeyRing): KeyRing {
  const id = randomBytes(ID_BYTES).toString('hex')
  const keys = new Map([...ring.keys, [id, randomBytes(KEY_BYTES)]])
  return { current: id, keys, roots: ring.roots }
}

/**
 * Adds a key and a root to the ring's file and makes them current; the previous file stays beside it as
 * `.backup`. The ring counts as unfinished until `finishRotation`. Rotations are serialized: two at once
 * would lose one key with all that it encrypted.
 */
export function rotateKeyRing(file: string, now: number): StoredRing {
  const ring = readStoredRing(file)
  const roots = [newRoot(now), ...ring.roots] as const
  return store(file, { ...addKey(ring), roots: [...roots], rotatedAt: now, unfinished: true })
}

/** Records that everything was re-encrypted with the current key. */
export function finishRotation(file: string): StoredRing {
  const ring = readStoredRing(file)
  return ring.unfinished ? store(file, { ...ring, unfinished: false }) : ring
}

/**
 * Removes keys from the ring's file, never the current one. What they encrypted can no longer be decrypted.
 */
export function dropKeys(file: string, ids: ReadonlySet<string>): StoredRing {
  const ring = readStoredRing(file)
  const keys = new Map([...ring.keys].filter(([id]) => id === ring.current || !ids.has(id)))
  return keys.size === ring.keys.size ? ring : store(file, { ...ring, keys })
}

/**
 * Removes roots from the ring's file that were replaced before a time, never the current one. What they
 * signed is no longer valid.
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

/** The identity of a file, to detect a replacement; null if there is none. */
function stampOf(file: string): string | null {
  const stat = statSync(file, { bigint: true, throwIfNoEntry: false })
  return stat === undefined ? null : `${stat.ino} ${stat.ctimeNs} ${stat.size}`
}

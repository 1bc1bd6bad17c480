import { timingSafeEqual } from 'node:crypto'
import { deriveSecret } from './ring.ts'
import type { KeyRing, Root } from './ring.ts'

/**
 * The secrets of one purpose: the current one signs, all held ones verify. They follow a rotation while the
 * process runs.
 */
export type Secrets = {
  current(): string
  /** The current one first. */
  held(): readonly string[]
}

/**
 * The secrets of one purpose from a ring. Signatures of a former root stay valid for their normal lifetime,
 * `lifeMs` from when the root was replaced, so that users do not notice a rotation and a stolen old root
 * signs nothing.
 */
export function openSecrets(
  ring: KeyRing,
  purpose: string,
  { lifeMs, now }: { lifeMs: number; now: () => number },
): Secrets {
  const derived = new WeakMap<Root, string>()
  const secretOf = (root: Root): string => {
    const known = derived.get(root) ?? deriveSecret(ring, purpose, root)
    derived.set(root, known)
    return known
  }
  return {
    current() {
      ring.refresh?.()
      return secretOf(ring.roots[0])
    },
    held() {
      ring.refresh?.()
      const { roots } = ring
      const from = now() - lifeMs
      return roots.filter((_, n) => n === 0 || (roots[n - 1]?.since ?? 0) > from).map(secretOf)
    },
  }
}

/** One secret that never changes, for tests and for tools. */
export function fixedSecrets(secret: string): Secrets {
  return { current: () => secret, held: () => [secret] }
}

/**
 * The root that was current at a time, or the oldest remaining: for values that must be the same whenever
 * they are computed.
 */
export function rootAt(ring: KeyRing, at: number): Root {
  ring.refresh?.()
  return ring.roots.find(({ since }) => since <= at) ?? ring.roots.at(-1) ?? ring.roots[0]
}

/** Compares a given text with the right one in constant time. */
export function isSameText(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)]
  return one.length === other.length && timingSafeEqual(one, other)
}

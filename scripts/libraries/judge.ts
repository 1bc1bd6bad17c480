/**
 * The time frames of docs/security.md: how long a direct dependency may lack its own release major
 * version, and a newer major one.
 */
const UPDATE_DAYS = 92
const MAJOR_DAYS = 184
const DAY_MS = 86_400_000

/** One pinned direct dependency, and the release date (ISO) of each of its versions from the registry. */
export type Pinned = { name: string; version: string; times: Record<string, string> }

/** An advisory against an installed version, from npm's registry. */
export type Advisory = { name: string; severity: string; title: string; url: string }

/** Breaches of the time frames, a line each; empty if there are none. */
export function judgeLibraries(
  pinned: readonly Pinned[],
  advisories: readonly Advisory[],
  now: number,
): string[] {
  return [
    ...advisories.map(({ name, severity, title, url }) => `${name}: ${severity} advisory: ${title} (${url})`),
    ...pinned.flatMap((library) => judgeAge(library, now)),
  ]
}

/**
 * Installed production versions, by name, in npm's format for advisories: everything in the lock file but
 * ours and development dependencies.
 */
export function listInstalled(lock: { packages: Record<string, LockEntry> }): Record<string, string[]> {
  const versions = new Map<string, Set<string>>()
  for (const [place, { version, dev, link }] of Object.entries(lock.packages)) {
    const name = place.split('node_modules/').at(-1) ?? ''
    if (!place.includes('node_modules/') || dev || link || version === undefined) continue
    versions.set(name, (versions.get(name) ?? new Set()).add(version))
  }
  return Object.fromEntries([...versions].map(([name, all]) => [name, [...all]]))
}

export type LockEntry = { version?: string; dev?: boolean; link?: boolean }

function judgeAge({ name, version, times }: Pinned, now: number): string[] {
  const newer = Object.entries(times)
    .filter(([other]) => isRelease(other) && compare(other, version) > 0)
    .map(([other, at]) => ({ other, days: Math.floor((now - Date.parse(at)) / DAY_MS) }))
    .toSorted((a, b) => b.days - a.days)
  const isOwn = ({ other }: { other: string }) => majorOf(other) === majorOf(version)
  const update = newer.find((one) => isOwn(one) && one.days > UPDATE_DAYS)
  const major = newer.find((one) => !isOwn(one) && one.days > MAJOR_DAYS)
  return [update, major].flatMap((late) =>
    late ? [`${name} ${version}: ${late.other} has been out for ${late.days} days`] : [],
  )
}

const isRelease = (version: string) => /^\d+\.\d+\.\d+$/.test(version)

/**
 * The part of a version that must stay for compatibility: the major version, and below 1.0.0 the minor one
 * too.
 */
function majorOf(version: string): string {
  const [major = '', minor = ''] = version.split('.')
  return major === '0' ? `0.${minor}` : major
}

function compare(left: string, right: string): number {
  const [a, b] = [left, right].map((version) => version.split(/[.-]/).map(Number))
  for (const index of [0, 1, 2]) {
    const step = (a?.[index] ?? 0) - (b?.[index] ?? 0)
    if (step !== 0) return step
  }
  return 0
}

/** The time frames of docs/security.md: a direct dependency may lack a release of its own major version for so long. */
const UPDATE_DAYS = 92
const DAY_MS = 86_400_000

/** One direct dependency as it is pinned, and when each of its versions came out (ISO), as the registry tells it. */
export type Pinned = { name: string; version: string; times: Record<string, string> }

/** An advisory against an installed version, as npm's registry tells it. */
export type Advisory = { name: string; severity: string; title: string; url: string }

/** What breaches the time frames, a line each; nothing where all is well. */
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

/** Installed versions of production, by name, as npm asks for advisories: everything in the lock file but ours and what only development needs. */
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
    .filter(
      ([other]) => isRelease(other) && majorOf(other) === majorOf(version) && compare(other, version) > 0,
    )
    .map(([other, at]) => ({ other, days: Math.floor((now - Date.parse(at)) / DAY_MS) }))
    .toSorted((a, b) => b.days - a.days)
  const [oldest] = newer
  if (oldest === undefined || oldest.days <= UPDATE_DAYS) return []
  return [`${name} ${version}: ${oldest.other} has been out for ${oldest.days} days`]
}

const isRelease = (version: string) => /^\d+\.\d+\.\d+$/.test(version)

/** What may break nothing: the major version, and below 1.0.0 the minor one too. */
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

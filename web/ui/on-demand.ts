import { Suspense, createElement, lazy, useState } from 'react'
import type { ReactNode } from 'react'

/**
 * A component that is loaded when it is first wanted, by default when it is first rendered; nothing is shown
 * until then. It stays once it was wanted, so that a sheet can slide out.
 */
export function onDemand<T extends (props: never) => ReactNode>(
  load: () => Promise<T>,
  isWanted: (props: Parameters<T>[0]) => boolean = () => true,
): T {
  const Loaded = lazy(async () => ({ default: (await load()) as unknown as (props: object) => ReactNode }))
  function OnDemand(props: Parameters<T>[0]) {
    const [hasBeenWanted, setBeenWanted] = useState(() => isWanted(props))
    if (!hasBeenWanted && isWanted(props)) setBeenWanted(true)
    return hasBeenWanted ? createElement(Suspense, { fallback: null }, createElement(Loaded, props)) : null
  }
  return OnDemand as unknown as T
}

import { Suspense, createElement, lazy } from 'react'
import type { ComponentType } from 'react'

/** A component that is loaded when it is first rendered; nothing is shown until then. */
export function onDemand<T extends ComponentType<never>>(load: () => Promise<T>): T {
  const Loaded = lazy(async () => ({ default: (await load()) as unknown as ComponentType<object> }))
  const OnDemand = (props: object) =>
    createElement(Suspense, { fallback: null }, createElement(Loaded, props))
  return OnDemand as unknown as T
}

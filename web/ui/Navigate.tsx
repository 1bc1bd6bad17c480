import { useEffect } from 'react'
import { navigate, writeHash } from '../address.ts'

/** In place of a screen: leads on, and no step back leads here again. */
export function Navigate({ to, search }: { to: string; search?: Record<string, string> }) {
  const address = writeHash(to, search).slice(1)
  useEffect(() => navigate(address, { replace: true }), [address])
  return null
}

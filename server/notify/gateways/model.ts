import type { Received } from './store.ts'

/** A server inside this process that replaces an external provider if none is configured. */
export type Gateway = {
  /** Its address, reachable only from this machine. */
  url: string
  close(): Promise<void>
}

/** How tests make it misbehave for a recipient: `later` refuses for now, `silent` never answers. */
export type Fault = (recipient: string) => 'later' | 'silent' | null

export type GatewayDeps = { keep(received: Received): Promise<void>; fault?: Fault }

/** Whether a peer is this machine itself. */
export function isLoopbackAddress(address: string | undefined): boolean {
  return address !== undefined && /^(::ffff:)?127\.|^::1$/.test(address)
}

import { lookup } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupAddress, LookupAllOptions } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

/** Where an instance may be. */
export type ReachRules = {
  /** Whether it may be in a private network or on this machine. */
  allowPrivate: boolean
  /** PEM of an authority to trust, where its certificate is not public. */
  ca?: string
  /** How names are resolved; by default as the system does. */
  resolve?: Resolve
}

type Resolve = (
  host: string,
  options: LookupAllOptions,
  done: (error: NodeJS.ErrnoException | null, found: LookupAddress[]) => void,
) => void

/** Addresses of a private network or of this machine, which an instance's record may allow. */
const PRIVATE: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal', 'loopback'])

/** Where clouds answer with a machine's credentials outside the link-local ranges; never allowed. */
const METADATA: ReadonlySet<string> = new Set([
  '100.100.100.200',
  '168.63.129.16',
  'fd00:ec2::254',
  'fd20:ce::254',
])

/** `::8.8.8.8`, which ipaddr.js takes for the mapped `::ffff:8.8.8.8`. */
const COMPATIBLE = /^::\d+\.\d+\.\d+\.\d+$/

/**
 * The public addresses of IPv6 (RFC 4291 and IANA's registry). What is outside and belongs to no known range
 * may hold an IPv4 address, as `::10.0.0.1` does.
 */
const GLOBAL = ipaddr.IPv6.parseCIDR('2000::/3')

/**
 * Whether an instance may be at a numeric address: at a public one always, at a private one if its record
 * says so, at a link-local, multicast, reserved, compatible or translated one never.
 */
export function isReachable(address: string, allowPrivate: boolean): boolean {
  const plain = address.split('%')[0]!
  if (!ipaddr.isValid(plain) || COMPATIBLE.test(plain)) return false
  const read = ipaddr.process(plain)
  if (METADATA.has(read.toString())) return false
  const range = read.range()
  if (range === 'unicast') return read.kind() === 'ipv4' || read.match(GLOBAL)
  return allowPrivate && PRIVATE.has(range)
}

/** Whether it is an address of this machine. */
export function isLoopback(address: string): boolean {
  const plain = address.split('%')[0]!
  return ipaddr.isValid(plain) && ipaddr.process(plain).range() === 'loopback'
}

/**
 * Connects to allowed addresses alone. What a name resolves to is checked in the look-up whose result is
 * used, and the socket's own peer once more, so that a name cannot change in between. Without TLS it connects
 * to this machine only.
 */
export function guardedConnect(rules: ReachRules, timeoutMs: number): buildConnector.connector {
  const connector = (secure: boolean) => {
    const allows = (address: string) =>
      isReachable(address, rules.allowPrivate) && (secure || isLoopback(address))
    const guarded = guardedLookup(allows, rules.resolve ?? lookup)
    const { ca } = rules
    const connect = buildConnector({
      timeout: timeoutMs,
      lookup: guarded,
      ...(ca === undefined ? {} : { ca }),
    })
    return { allows, connect }
  }
  const secured = connector(true)
  const open = connector(false)

  return (options, callback) => {
    const { allows, connect } = options.protocol === 'https:' ? secured : open
    const host = options.hostname.replace(/^\[(.*)\]$/, '$1')
    // A numeric address is never looked up.
    if (isIP(host) !== 0 && !allows(host)) return callback(refused(host), null)
    connect(options, (error, socket) => {
      if (error) return callback(error, null)
      const peer = socket.remoteAddress ?? ''
      if (allows(peer)) return callback(null, socket)
      socket.destroy()
      callback(refused(peer), null)
    })
  }
}

function guardedLookup(allows: (address: string) => boolean, resolve: Resolve): LookupFunction {
  return (host, options, done) => {
    resolve(host, { ...options, all: true }, (error, found) => {
      if (error) return done(error, [])
      const allowed = found.filter(({ address }) => allows(address))
      const [first] = allowed
      if (first === undefined) return done(refused(host), [])
      if (options.all) return done(null, allowed)
      done(null, first.address, first.family)
    })
  }
}

function refused(where: string): Error {
  return new Error(`requests to ${where} are not allowed`)
}

import { lookup as resolve } from 'node:dns'
import { isIP } from 'node:net'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { buildConnector } from 'undici'

/** Where an instance may be. */
export type ReachRules = {
  /** Whether it may be in a private network or on this machine. */
  allowPrivate: boolean
  /** PEM of an authority to trust, where its certificate is not public. */
  ca?: string
}

/** Addresses of a private network or of this machine, which an instance's record may allow. */
const PRIVATE: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal', 'loopback'])

/** Where clouds answer with a machine's credentials outside the link-local ranges; never allowed. */
const METADATA: ReadonlySet<string> = new Set(['100.100.100.200', '168.63.129.16', 'fd00:ec2::254'])

/**
 * Whether an instance may be at a numeric address: at a public one always, at a private one if its record
 * says so, at a link-local, multicast, reserved or translated one never.
 */
export function isReachable(address: string, allowPrivate: boolean): boolean {
  const plain = address.split('%')[0]!
  if (!ipaddr.isValid(plain)) return false
  const read = ipaddr.process(plain)
  if (METADATA.has(read.toString())) return false
  const range = read.range()
  return range === 'unicast' || (allowPrivate && PRIVATE.has(range))
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
    const lookup = guardedLookup(allows)
    const { ca } = rules
    const connect = buildConnector({ timeout: timeoutMs, lookup, ...(ca === undefined ? {} : { ca }) })
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

function guardedLookup(allows: (address: string) => boolean): LookupFunction {
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

import { createRequire } from 'node:module'
import type { Server } from 'node:http'
import { makeId, openStream } from '../../market.ts'
import type { Agenda } from '../agenda.ts'
import type { Driver, Order } from './model.ts'
import { writePinged } from './wire.ts'
import type { World } from './world.ts'

/** What the stand-in uses of `socketcluster-server`, which has no types. */
interface SocketServer {
  exchange: { transmitPublish(channel: string, data: unknown): Promise<void> }
  clients: Record<string, { disconnect(code: number, reason: string): void }>
  clientsCount: number
  listener(event: 'warning' | 'error'): AsyncIterable<unknown>
  close(): Promise<void>
}
interface SocketLibrary {
  attach(server: Server, options: object): SocketServer
}

const { attach } = createRequire(import.meta.url)('socketcluster-server') as SocketLibrary

export interface Push {
  /** Announces an order, as the levers have it. */
  announce(order: Order, drivers: readonly Driver[]): void
  /** Closes every socket; clients may connect again. */
  drop(): void
  sockets(): number
  close(): Promise<void>
}

/** An order's ping comes so often, under one id. */
const PINGS = 3

/**
 * Announces dispatched orders on `driver.<id>`, as the levers have it: lost or late. Changes of drivers and
 * orders are told on their own channels.
 */
export function openPush(server: Server, world: World, agenda: Agenda, seed: string): Push {
  const sockets = attach(server, {
    path: '/socketcluster/',
    protocolVersion: 2,
    allowClientPublish: false,
    maxPayload: 64 * 1024,
    authKey: makeId('', seed, 'socket'),
  })
  void ignore(sockets.listener('warning'))
  void ignore(sockets.listener('error'))
  const losses = openStream(seed, 'losses')
  let events = 0

  const publish = (channel: string, event: string, data: object, times = 1): void => {
    const at = new Date(world.clock.now()).toISOString().slice(0, 19).replace('T', ' ')
    const message = {
      id: makeId('', seed, 'event', events++),
      api_version: '2024-03-12',
      event,
      created_at: at,
      data,
      type: event,
      socket: null,
    }
    for (let time = 0; time < times; time++)
      sockets.exchange.transmitPublish(channel, message).catch(() => undefined)
  }
  const ping = (driver: Driver, order: Order): void => {
    publish(`driver.${driver.id}`, 'order.ping', writePinged(order), PINGS)
  }

  const announce: Push['announce'] = (order, drivers) => {
    for (const driver of drivers) {
      if (losses() * 100 < world.levers.pushLostPercent) continue
      const { pushLateMs } = world.levers
      if (pushLateMs === 0) ping(driver, order)
      else agenda.at(world.clock.now() + pushLateMs, () => ping(driver, order))
    }
  }
  world.onDispatch = announce
  world.onDriver = ({ id }) => publish(`driver.${id}`, 'driver.updated', { id })
  world.onOrder = (order) => publish(`order.${order.id}`, 'order.updated', writePinged(order))
  return {
    announce,
    drop() {
      for (const client of Object.values(sockets.clients)) client.disconnect(4_500, 'dropped')
    },
    sockets: () => sockets.clientsCount,
    close: () => sockets.close(),
  }
}

/** A client that goes away in the middle of a handshake is no one's fault. */
async function ignore(happenings: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of happenings);
}

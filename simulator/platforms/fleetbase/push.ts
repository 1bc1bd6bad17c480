import { createRequire } from 'node:module'
import type { Server } from 'node:http'
import { makeId, openStream } from '../../market.ts'
import type { Agenda } from '../agenda.ts'
import type { Driver, Order } from './model.ts'
import { writeTime } from './wire.ts'
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

/** Announces dispatched orders on `driver.<id>`, as the levers have it: lost, late or doubled. */
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

  const publish = (driver: Driver, order: Order): void => {
    const event = {
      id: makeId('event_', seed, events++),
      api_version: 'v1',
      event: 'order.ping',
      created_at: writeTime(world.clock.now()),
      data: { id: order.id },
    }
    const times = world.levers.pushDoubled ? 2 : 1
    for (let time = 0; time < times; time++) {
      sockets.exchange.transmitPublish(`driver.${driver.id}`, event).catch(() => undefined)
    }
  }

  const announce: Push['announce'] = (order, drivers) => {
    for (const driver of drivers) {
      if (losses() * 100 < world.levers.pushLostPercent) continue
      const { pushLateMs } = world.levers
      if (pushLateMs === 0) publish(driver, order)
      else agenda.at(world.clock.now() + pushLateMs, () => publish(driver, order))
    }
  }
  world.onDispatch = announce
  return {
    announce,
    drop() {
      for (const client of Object.values(sockets.clients)) client.disconnect(4_500, 'dropped')
    },
    sockets: () => sockets.clientsCount,
    close: () => sockets.close(),
  }
}

/** A client that goes away in the middle of a handshake is nobody's fault. */
async function ignore(happenings: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of happenings);
}

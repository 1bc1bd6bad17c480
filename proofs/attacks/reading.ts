import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { readJson } from '@madruga/server/kit/http.ts'
import { ATTACK_BODY } from './model.ts'

/** CPU time (ms) of reading the attack's body once, without noise of other processes. */
export type ReadingFigures = { wholeMs: number; openMs: number }

const TIMES = 10
const OPEN_BYTES = 16 * 1024
const PIECE_BYTES = 65_536

/**
 * Reads it as the operation with the largest limit does, and as a public one does, with and without an
 * announced length.
 */
export async function measureReading(): Promise<ReadingFigures> {
  return { wholeMs: await measure(ATTACK_BODY.length), openMs: await measure(OPEN_BYTES) }
}

async function measure(limitBytes: number): Promise<number> {
  const read = () => readJson(makeRequest(), { limitBytes, takeBytes: async () => null })
  // The first calls include compilation, so they are excluded.
  for (let turn = 0; turn < 3; turn++) await read()
  const before = process.cpuUsage()
  for (let turn = 0; turn < TIMES; turn++) await read()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / TIMES
}

function makeRequest(): IncomingMessage {
  const pieces = Math.ceil(ATTACK_BODY.length / PIECE_BYTES)
  const stream = Readable.from(
    Array.from({ length: pieces }, (_, at) => ATTACK_BODY.subarray(at * PIECE_BYTES, (at + 1) * PIECE_BYTES)),
  )
  return Object.assign(stream, {
    headers: { 'content-type': 'application/json' },
  }) as unknown as IncomingMessage
}

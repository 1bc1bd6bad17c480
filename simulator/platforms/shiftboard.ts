import { createClock, makeId } from '../market.ts'
import type { Clock } from '../market.ts'
import { listenJson } from './json-server.ts'
import type { JsonAnswer, JsonRequest } from './json-server.ts'

/** One shift on the board; `driver` has taken it. */
interface Shift {
  id: string
  start: number
  end: number
  payCents: number
  driver: string | null
}

interface Board {
  clock: Clock
  drivers: Map<string, string>
  shifts: Shift[]
  tokens: Map<string, { driver: string; until: number }>
  levers: { unavailable: boolean; callsLeft: number }
  add(shift: Pick<Shift, 'start' | 'end' | 'payCents'>): Shift
}

/** A shift board that runs in this process, with its levers. */
export interface RunningShiftboard {
  url: string
  now(): number
  advance(ms: number): void
  /** Puts a shift on the board; answers its id. */
  place(shift: { start: number; end: number; payCents: number }): string
  /** Ends every token. */
  endTokens(): void
  pull(levers: Partial<Board['levers']>): void
  stop(): Promise<void>
}

const TOKEN_MS = 3_600_000
/** Who spends the board's calls waits so long. */
const WAIT_SECONDS = 300

/**
 * Starts the stand-in of docs/platforms/adding.md: a board with shifts that the first driver gets. `drivers`
 * are names with passwords. Its clock is stepped.
 */
export async function startShiftboard(
  drivers: Record<string, string>,
  startAt: number,
): Promise<RunningShiftboard> {
  const clock = createClock('stepped', startAt)
  const board: Board = {
    clock,
    drivers: new Map(Object.entries(drivers)),
    shifts: [],
    tokens: new Map(),
    levers: { unavailable: false, callsLeft: Number.POSITIVE_INFINITY },
    add(shift) {
      const added = { ...shift, id: `s${board.shifts.length + 1}`, driver: null }
      board.shifts.push(added)
      return added
    },
  }
  const port = { name: 'shiftboard', host: '127.0.0.1', port: 0 }
  const open = await listenJson(port, async (request) => answer(board, request))
  return {
    url: open.url,
    now: () => clock.now(),
    advance: (ms) => clock.advance(ms),
    place: (shift) => board.add(shift).id,
    endTokens: () => board.tokens.clear(),
    pull: (levers) => Object.assign(board.levers, levers),
    stop: () => open.close(),
  }
}

const ok = (body: unknown): JsonAnswer => ({ status: 200, body })
const refuse = (status: number, error: string): JsonAnswer => ({ status, body: { error } })

function answer(board: Board, request: JsonRequest): JsonAnswer {
  if (board.levers.unavailable) return refuse(503, 'closed')
  if (board.levers.callsLeft-- <= 0)
    return { ...refuse(429, 'slow_down'), headers: { 'retry-after': String(WAIT_SECONDS) } }
  const { method, path } = request
  if (path === '/board') return ok({ name: 'Corner Board', zone: 'America/Chicago', lat: 41.88, lng: -87.63 })
  if (path === '/login' && method === 'POST') return login(board, request)
  const token = board.tokens.get(request.bearer ?? '')
  if (token === undefined || token.until <= board.clock.now()) return refuse(401, 'token')
  return answerDriver(board, request, token.driver)
}

function answerDriver(board: Board, { method, path }: JsonRequest, driver: string): JsonAnswer {
  const { shifts } = board
  if (path === '/shifts') return ok({ shifts: shifts.filter((each) => each.driver === null).map(write) })
  if (path === '/shifts/mine')
    return ok({ shifts: shifts.filter((each) => each.driver === driver).map(write) })
  const [, id, act] = /^\/shifts\/([^/]+)\/(take|drop)$/.exec(path) ?? []
  const shift = shifts.find((each) => each.id === id)
  if (shift === undefined || method !== 'POST') return refuse(404, 'nothing')
  return act === 'take' ? take(board, shift, driver) : drop(board, shift, driver)
}

function login(board: Board, { body }: JsonRequest): JsonAnswer {
  const { user, password } = body
  if (typeof user !== 'string' || board.drivers.get(user) !== password) return refuse(401, 'password')
  const token = makeId('tok_', user, board.tokens.size)
  const until = board.clock.now() + TOKEN_MS
  board.tokens.set(token, { driver: user, until })
  return ok({ token, until: new Date(until).toISOString() })
}

function take(board: Board, shift: Shift, driver: string): JsonAnswer {
  if (shift.driver !== null) return refuse(409, shift.driver === driver ? 'yours' : 'taken')
  const isOverlapping = board.shifts.some(
    (each) => each.driver === driver && each.start < shift.end && shift.start < each.end,
  )
  if (isOverlapping) return refuse(409, 'overlap')
  shift.driver = driver
  return ok(write(shift))
}

/** A shift that was dropped goes back on the board as a new one. */
function drop(board: Board, shift: Shift, driver: string): JsonAnswer {
  if (shift.driver !== driver) return refuse(404, 'nothing')
  if (shift.start <= board.clock.now()) return refuse(409, 'begun')
  shift.driver = ''
  board.add(shift)
  return ok({})
}

function write({ id, start, end, payCents }: Shift): object {
  return { id, start: new Date(start).toISOString(), end: new Date(end).toISOString(), pay_cents: payCents }
}

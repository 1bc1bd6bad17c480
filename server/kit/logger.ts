import { pino } from 'pino'
import type { Logger as PinoLogger } from 'pino'

/** The log of a process: `logger.info({ driverId }, 'bot started')`. Secrets are redacted on the way. */
export type Logger = PinoLogger

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const

/** Options of the log. */
export type LoggerOptions = {
  level: (typeof LOG_LEVELS)[number]
  /**
   * `json`: one object per line, for machines. `plain`: one sentence per line, for a person at a terminal.
   */
  style: 'json' | 'plain'
  /** Default: standard output. */
  write?: (line: string) => void
  /** Who writes, in every line for machines. */
  process?: { role: string; host: string; pid: number }
  /** Fields of the moment, such as the request that is handled. */
  context?: () => object
}

/** Opens the log. */
export function createLogger(options: LoggerOptions): Logger {
  const write = options.write ?? ((line: string) => void process.stdout.write(line))
  const print = options.style === 'json' ? (fields: object) => JSON.stringify(fields) : plainLine
  const { context } = options
  return pino(
    {
      level: options.level,
      base: (options.style === 'json' && options.process) || null,
      ...(context && { mixin: context }),
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    // Redacts here, where every line passes, and not by paths, which cover neither depth nor a child's own
    // fields.
    { write: (line: string) => write(`${print(redact(JSON.parse(line)) as Line)}\n`) },
  )
}

/** One log object. */
type Line = {
  level: string
  time?: string
  msg?: string
  err?: { message?: string; stack?: string }
} & Record<string, unknown>

/**
 * Formats a log object for the terminal: the message, its other fields, and the error; an error of the
 * program with its stack. Field values can neither begin a new line nor move the cursor.
 */
function plainLine({ level, msg, err, ...rest }: Line): string {
  const sign = level === 'warn' ? 'warning: ' : level === 'error' || level === 'fatal' ? 'error: ' : ''
  const fields = Object.entries(rest)
    .filter(([name, value]) => name !== 'time' && value !== null)
    .map(([name, value]) => `${name}=${typeof value === 'string' ? value : JSON.stringify(value)}`)
  const said = [`${sign}${msg ?? ''}`, ...fields].filter(Boolean).map(onOneLine)
  return [...said, ...wrongOf(level, err)].filter(Boolean).join('  ')
}

function wrongOf(level: string, err: Line['err']): string[] {
  if (!err) return []
  const { message = '', stack } = err
  if (level !== 'error' || stack === undefined) return [onOneLine(message)]
  // A message may contain line breaks; the stack begins with its first frame.
  return [
    stack
      .split(/\n(?= {4}at )/)
      .map(onOneLine)
      .join('\n'),
  ]
}

function onOneLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, (sign) => {
    return `\\u{${(sign.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** Names that hold a secret wherever they occur, written together or apart: `accessToken`, `api-key`. */
const SECRET =
  /passw|passphrase|secret|cookie|authori[sz]ation|credential|token|bearer|jwt|otp$|signature|(api|private|access|master|encryption|signing|auth)[_-]?keys?|card[_-]?number/i
/** Words that make a name a secret's: `pin`, `smsCode`, `private_key`, but no `shipping` and no `monkey`. */
const WORDS = new Set(['key', 'keys', 'pin', 'pins', 'cvc', 'cvv', 'otp', 'totp', 'auth', 'sig', 'pwd'])
const PUBLIC_KEY = /publi(c|shable)/i
/** What a `code` is when it unlocks nothing: of an error, a status, a place. */
const PLAIN_CODE = /(error|status|exit|close|station|country|currency|language|reason)[_-]?code$/i
/** Codes of errors: `ECONNREFUSED`, `ERR_INVALID_ARG`, `accounts.locked`, `card_declined`, a status. */
const ERROR_CODE = /^(E[A-Z]{3,}\w*|[A-Z]+(_[A-Z0-9]+)+|[a-z]+([._-][a-z]+)+|\d{1,3})$/
/** SQLSTATE, in an error of the database. */
const SQL_STATE = /^[0-9A-Z]{5}$/
/** Fields of a PostgreSQL error with the row's values, such as a taken e-mail. */
const ROW_VALUES = new Set(['detail', 'where'])
const STRUCK = '[struck out]'
/** Characters of one text; a stranger may have chosen it. */
const LONGEST = 10_000
// user:password@ in the address of a database or proxy
const URL_PASSWORD = /\b([a-z][a-z0-9+.-]{0,30}:\/\/[^\s:/@]{0,200}):[^\s@]+@/gi
const BEARER = /\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi
const SCHEME = /^(bearer|basic)$/i
/** Secrets that show by their form: private keys, signed tokens, keys of card gateways. */
const FORMS =
  /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)|\beyJ[\w-]{8,}\.[\w-]+(\.[\w-]*)?|\b(sk|rk|whsec)_\w{8,}/g
/** `?token=x`, `token%3Dx`, `"pin": "x"`, `api_key: x`. */
const NAMED = /(?<=([\w-]+)["']?\s{0,3}(?:=|%3D|:)\s{0,3})("(?:[^"\\]|\\.)*"|'[^']*'|[^\s&;,"'(){}[\]%]+)/gi

/**
 * A copy of a JSON value for the log: values under secret names and of rejected rows are redacted at every
 * depth. Inside texts, so are values that follow a secret name (`?token=`), passwords in addresses, headers,
 * and what has the form of a key.
 */
export function redact(value: unknown): unknown {
  if (typeof value === 'string') return redactText(value)
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(redact)
  const isOfDatabase = 'severity' in value
  const fields = Object.entries(value).map(([name, field]) => {
    const isState = isOfDatabase && name === 'code' && SQL_STATE.test(String(field))
    const isSecret = !isState && (isSecretNamed(name, field) || (isOfDatabase && ROW_VALUES.has(name)))
    const struck = isSecret && field !== null && typeof field !== 'boolean'
    return [name, struck ? STRUCK : redact(field)]
  })
  return Object.fromEntries(fields)
}

function redactText(whole: string): string {
  const text = whole.length > LONGEST ? `${whole.slice(0, LONGEST)} [cut]` : whole
  const bare = text
    .replaceAll(FORMS, STRUCK)
    .replaceAll(URL_PASSWORD, `$1:${STRUCK}@`)
    .replaceAll(BEARER, `$1 ${STRUCK}`)
  return strikeNamed(bare)
}

function strikeNamed(text: string): string {
  let struck = ''
  let end = 0
  for (const { 0: found, 1: name = '', index } of matchNamed(text)) {
    if (index < end || SCHEME.test(found) || !isSecretNamed(name, found)) continue
    struck += text.slice(end, index) + STRUCK
    end = index + found.length
  }
  return struck + text.slice(end)
}

/** Also matches inside a match: in `Error: token=x` the value is a name and a value itself. */
function* matchNamed(text: string): Iterable<RegExpExecArray> {
  const named = new RegExp(NAMED)
  for (let match = named.exec(text); match !== null; match = named.exec(text)) {
    yield match
    const inner = match[0].search(/[=:]/)
    if (inner >= 0) named.lastIndex = match.index + inner + 1
  }
}

function isSecretNamed(name: string, value: unknown): boolean {
  if (PUBLIC_KEY.test(name)) return false
  if (SECRET.test(name)) return true
  const words = name
    .replaceAll(/([a-z0-9])(?=[A-Z])/g, '$1_')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
  if (words.some((word) => WORDS.has(word))) return true
  return words.some((word) => word === 'code' || word === 'codes') && !isPlainCode(name, value)
}

function isPlainCode(name: string, value: unknown): boolean {
  return PLAIN_CODE.test(name) || ERROR_CODE.test(String(value))
}

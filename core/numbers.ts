import { plainDigits } from './digits.ts'

/**
 * What a field's number is, which decides the meaning of one point or comma before exactly three digits,
 * `1,250` or `1.250`:
 * - `sum` is an amount of money, or a whole number: it has no third decimal, so these are thousands.
 * - `rate` is below a thousand and has up to two decimals (pay for an hour, hours, miles): read as thousands
 *   it is a thousand times what `19.500` means, so the field asks.
 * - `fine` is below a thousand and may have three decimals (fuel at 3.459, a mile at 1.125): these are
 *   decimals.
 */
export type NumberKind = 'sum' | 'rate' | 'fine'

/** A typed number: null for an empty field, or why it is not one; `readings` are the two that it may mean. */
export type TypedNumber =
  | { value: number | null }
  | { fault: 'unreadable' }
  | { fault: 'two_ways'; readings: [number, number] }

const UNREADABLE = { fault: 'unreadable' } as const
/** Above this, doubles skip whole numbers. */
const LARGEST = 1e15

const UNIT =
  '(?:US\\$|(?!¢)\\p{Sc}|(?!MIL)[A-Z]{3}|kr\\.?|zł|Kč|Ft|lei|%|' +
  'min(?:s|ut[eo]s?)?\\.?|h(?:rs?\\.?|ours?|oras?)?|s(?:ec|eg)?\\.?|mi(?:les?|llas?)?|mp[gh]|' +
  'd[oó]l(?:are|lar)?s|dollars?)'
const SHAPE = new RegExp(
  `^${UNIT}? ?([-−–]?)\\+? ?${UNIT}? ?(\\d[\\d.,' ]*|[.,]\\d+) ?(?:(?:/ ?)?${UNIT}){0,2}$`,
  'u',
)

/**
 * Reads a number as a person types it, in any language and on any phone: `19.50`, `19,5`, `$1,250.50`,
 * `1.250,50`, `1 250`, `1'250`, `٣٫٤٥`, `１９`, also with the unit that the field shows. The last of two
 * different separators is the decimal one; one that repeats groups thousands; before three digits its meaning
 * depends on the kind. Nothing is guessed: what can be read two ways is refused with both, everything else
 * (exponents, fractions, `12 50`, more decimals than the kind has) as unreadable. A minus is kept, for the
 * field's own limits to reject.
 */
export function readNumber(typed: string, kind: NumberKind): TypedNumber {
  // Superscripts and fractions would turn into plain digits.
  if (/[\p{No}\p{Nl}]/u.test(typed)) return UNREADABLE
  const text = plainDigits(typed)
    .normalize('NFKC')
    .replaceAll('٫', '.')
    .replaceAll(/[٬’‘`]/g, "'")
    .replaceAll('،', ',')
    .replaceAll(/\s+/g, ' ')
    .trim()
  if (text === '') return { value: null }
  const [, minus, body] = SHAPE.exec(text) ?? []
  if (body === undefined) return UNREADABLE
  const read = readBody(body.trim(), kind)
  if (!('value' in read)) return read
  if (read.value >= LARGEST) return UNREADABLE
  return { value: minus && read.value !== 0 ? -read.value : read.value }
}

/** A typed amount in cents; null if it is empty, no amount, negative, or has fractions of a cent. */
export function readCents(typed: string, kind: NumberKind = 'sum'): number | null {
  const value = readPlain(typed, kind)
  const cents = Math.round(value * 100)
  return cents / 100 === value ? cents : null
}

/** A typed whole number of zero or more; null if it is empty or anything else. */
export function readWhole(typed: string): number | null {
  const value = readPlain(typed, 'sum')
  return Number.isInteger(value) ? value : null
}

/** A typed number of zero or more; NaN if it is empty or anything else. */
function readPlain(typed: string, kind: NumberKind): number {
  const read = readNumber(typed, kind)
  const value = ('value' in read ? read.value : null) ?? Number.NaN
  return value < 0 ? Number.NaN : value
}

const MOST_DECIMALS: Record<NumberKind, number> = { sum: 2, rate: 2, fine: 3 }

/** A number that was typed is not empty. */
type ReadNumber = Exclude<TypedNumber, { value: number | null }> | { value: number }

function readBody(body: string, kind: NumberKind): ReadNumber {
  const mark = /\D/.exec(body)?.[0]
  if (mark === undefined) return { value: Number(body) }
  return isGrouped(body, mark) ? readGrouped(body, mark, kind) : readDecimal(body, kind)
}

function readDecimal(body: string, kind: NumberKind): ReadNumber {
  const parts = /^(.*)([.,])(\d*)$/.exec(body)
  if (parts === null || !isWhole(parts[1]!, parts[2]!)) return UNREADABLE
  const [whole, decimals] = [parts[1]!.replaceAll(/\D/g, ''), parts[3]!.replace(/0+$/, '')]
  return decimals.length > MOST_DECIMALS[kind] ? UNREADABLE : { value: Number(`0${whole}.${decimals}`) }
}

/** Digits, or groups of them that another mark than the decimal one separates. */
function isWhole(text: string, decimalMark: string): boolean {
  const mark = /\D/.exec(text)?.[0]
  return mark === undefined || (mark !== decimalMark && isGrouped(text, mark))
}

/** A number in groups of three: of two, separated by a point or comma, the second may be decimals. */
function readGrouped(body: string, mark: string, kind: NumberKind): ReadNumber {
  const grouped = Number(body.replaceAll(mark, ''))
  const [whole, decimals, ...more] = body.split(mark)
  if (kind === 'sum' || more.length > 0 || !/[.,]/.test(mark)) return { value: grouped }
  const decimal = Number(`${whole}.${decimals}`)
  return kind === 'fine' ? { value: decimal } : { fault: 'two_ways', readings: [decimal, grouped] }
}

function isGrouped(text: string, mark: string): boolean {
  const [first = '', ...groups] = text.split(mark)
  return /^[1-9]\d{0,2}$/.test(first) && groups.every((group) => /^\d{3}$/.test(group))
}

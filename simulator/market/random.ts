/**
 * Randomness by name. Every use draws from its own stream, opened from the seed and the names of its purpose
 * (`openStream(seed, 'take', offerId)`). One driver's request therefore never changes another's random
 * numbers, and a world is reproducible in any order of calls.
 */

/** One stream of numbers from 0 to 1, exclusive. */
export type Random = () => number

/** Opens the stream of these names; the same names give the same numbers (generator: sfc32). */
export function openStream(...names: (string | number)[]): Random {
  let [a, b, c, counter] = hashWords(names.join('\u001f'))
  const next = () => {
    const sum = (((a + b) | 0) + counter) | 0
    counter = (counter + 1) | 0
    a = b ^ (b >>> 9)
    b = (c + (c << 3)) | 0
    c = ((c << 21) | (c >>> 11)) + sum
    return (sum >>> 0) / 4_294_967_296
  }
  for (let warm = 0; warm < 8; warm++) next()
  return next
}

/** An opaque id, 24 hexadecimal digits after the prefix, determined only by the names. */
export function makeId(prefix: string, ...names: (string | number)[]): string {
  const [a, b, c] = hashWords(names.join('\u001f'))
  return `${prefix}${hex(a)}${hex(b)}${hex(c)}`
}

/** A number from `low` to `high`, exclusive. */
export function drawBetween(random: Random, low: number, high: number): number {
  return low + random() * (high - low)
}

/** An integer from `low` to `high`, both inclusive. */
export function drawWhole(random: Random, low: number, high: number): number {
  return low + Math.floor(random() * (high - low + 1))
}

/** One of the items, with equal probability. */
export function drawOne<T>(random: Random, items: readonly T[]): T {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new Error('nothing to draw from')
  return item
}

/** A number of events with expectation `mean` (Poisson; a mean over 60 is cut at 60). */
export function drawCount(random: Random, mean: number): number {
  const limit = Math.exp(-Math.min(mean, 60))
  let product = random()
  let count = 0
  while (product > limit) {
    product *= random()
    count++
  }
  return count
}

/** A log-normal number: half of the draws lie under `median`; a larger `spread` means a longer tail. */
export function drawLogNormal(random: Random, median: number, spread: number): number {
  const radius = Math.sqrt(-2 * Math.log(1 - random()))
  return median * Math.exp(spread * radius * Math.cos(2 * Math.PI * random()))
}

/** A waiting time with mean `mean` (exponential). */
export function drawWait(random: Random, mean: number): number {
  return -mean * Math.log(1 - random())
}

function hex(word: number): string {
  return (word >>> 0).toString(16).padStart(8, '0')
}

function hashWords(text: string): [number, number, number, number] {
  let a = 0x6a09e667
  let b = 0xbb67ae85
  let c = 0x3c6ef372
  let d = 0xa54ff53a
  for (let index = 0; index < text.length; index++) {
    const code = text.charCodeAt(index)
    a = b ^ Math.imul(a ^ code, 0x9e3779b1)
    b = c ^ Math.imul(b ^ code, 0x85ebca77)
    c = d ^ Math.imul(c ^ code, 0xc2b2ae3d)
    d = a ^ Math.imul(d ^ code, 0x27d4eb2f)
  }
  return [mix(a ^ (c >>> 7)), mix(b ^ (d >>> 9)), mix(c ^ (a >>> 5)), mix(d ^ (b >>> 11))]
}

function mix(word: number): number {
  let mixed = word
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}

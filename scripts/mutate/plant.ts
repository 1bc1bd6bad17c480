import { Visitor } from 'oxc-parser'
import { lineAt, type Source } from '../boundaries.ts'

/** A small fault that may be planted: the characters from `start` to `end` become `after`. */
export type Plant = { path: string; line: number; start: number; end: number; before: string; after: string }

const OPPOSITES: Record<string, string> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '&&': '||',
  '||': '&&',
}

/**
 * Every fault that a file has room for, in the order of its text: a comparison turned round or moved by its
 * bound, "and" for "or", a condition that is dropped, a number one higher or lower.
 */
export function findPlants({ path, text, program }: Source): Plant[] {
  const plants: Plant[] = []
  const add = (start: number, end: number, after: string) =>
    plants.push({ path, line: lineAt(text, start), start, end, before: text.slice(start, end), after })
  const replace = ({ start, end }: Range, after: string) => void add(start, end, after)
  const swap = ({ left, right, operator }: Operation) => {
    const after = OPPOSITES[operator]
    if (after === undefined) return
    const start = text.indexOf(operator, left.end)
    if (start < right.start) add(start, start + operator.length, after)
  }
  const drop = (test: Range) => {
    replace(test, 'true')
    replace(test, 'false')
  }
  const types: Range[] = []
  new Visitor({
    TSLiteralType: (node) => void types.push(node),
    BinaryExpression: swap,
    LogicalExpression(node) {
      swap(node)
      if (node.operator !== '??')
        for (const side of [node.left, node.right]) replace(node, text.slice(side.start, side.end))
    },
    IfStatement: ({ test }) => drop(test),
    ConditionalExpression: ({ test }) => drop(test),
    Literal(node) {
      if (typeof node.value !== 'number') return
      replace(node, String(node.value + 1))
      replace(node, node.value === 0 ? '(-1)' : String(node.value - 1))
    },
  }).visit(program)
  return plants
    .filter(({ start }) => !types.some((type) => type.start <= start && start < type.end))
    .toSorted((one, other) => one.start - other.start)
}

type Range = { start: number; end: number }
type Operation = { left: Range; right: Range; operator: string }

/** A file's text with the fault in it. */
export function plantIn(text: string, { start, end, after }: Plant): string {
  return text.slice(0, start) + after + text.slice(end)
}

/** This many of a list, chosen by a seed: the same of the same list for ever. */
export function choose<T>(list: readonly T[], count: number, seed: number): T[] {
  const random = mulberry32(seed)
  return list
    .map((one) => ({ one, rank: random() }))
    .toSorted((a, b) => a.rank - b.rank)
    .slice(0, count)
    .map(({ one }) => one)
}

/** Numbers from 0 to 1, by Tommy Ettinger's public generator of 32 bits. */
function mulberry32(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/**
 * The tests of a file's module that load it, those most likely to notice first: by how many imports they are
 * away, and of these the ones in its own folder. Of a module without tests all that load it.
 */
export function testsOf(path: string, sources: readonly Source[]): string[] {
  const seen = new Set([path])
  let level = [path]
  while (level.length > 0) {
    const importers = sources
      .filter(({ imports }) => imports.some(({ to, isType }) => !isType && level.includes(to)))
      .map((source) => source.path)
      .filter((each) => !seen.has(each))
    level = importers.toSorted((one, other) => sharedLength(other, path) - sharedLength(one, path))
    for (const each of level) seen.add(each)
  }
  const tests = [...seen].filter((each) => each.endsWith('.test.ts'))
  const own = tests.filter((test) => moduleOf(test) === moduleOf(path))
  return own.length > 0 ? own : tests
}

/** Its folder, or the file that is a module of one file. */
function moduleOf(path: string): string {
  return path
    .replace(/(\.test)?\.ts$/, '')
    .split('/')
    .slice(0, 2)
    .join('/')
}

function sharedLength(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}

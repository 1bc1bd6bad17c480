/** Error texts by the dotted path of their field. */
export type Errors = Readonly<Record<string, string>>

/** One part of a form: its value, its errors, and its setter. Its path identifies it in the whole form. */
export type Part<T> = {
  value: T
  path: string
  errors: Errors
  /** Sets a new value, derived from the newest one. */
  update(next: (value: T) => T): void
}

/** A subpart: a field of a record or an element of a list. */
export function partOf<T, K extends keyof T & (string | number)>(part: Part<T>, key: K): Part<T[K]> {
  return {
    value: part.value[key],
    path: pathOf(part, key),
    errors: part.errors,
    update(next) {
      part.update((value) => {
        const entry = next(value[key])
        if (Array.isArray(value)) return value.with(Number(key), entry) as T
        return { ...value, [key]: entry }
      })
    },
  }
}

/** Sets some fields of a part. */
export function change<T extends object>(part: Part<T>, fields: Partial<T>): void {
  part.update((value) => ({ ...value, ...fields }))
}

/** The same part; `note` is called before every change. */
export function watched<T>(part: Part<T>, note: () => void): Part<T> {
  return {
    ...part,
    update(next) {
      note()
      part.update(next)
    },
  }
}

/** The error text at a part itself, or at one of its fields. */
export function errorAt<T>(part: Part<T>, key?: keyof T & (string | number)): string | undefined {
  return part.errors[key === undefined ? part.path : pathOf(part, key)]
}

/** Whether a part contains any error. */
export function hasErrors(part: Pick<Part<unknown>, 'errors' | 'path'>): boolean {
  return Object.keys(part.errors).some((path) => isUnder(path, part.path))
}

function pathOf<T>(part: Part<T>, key: keyof T & (string | number)): string {
  return part.path === '' ? String(key) : `${part.path}.${key}`
}

function isUnder(path: string, above: string): boolean {
  return above === '' || path === above || path.startsWith(`${above}.`)
}

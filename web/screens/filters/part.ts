/** Words of refusals by the dotted path of the field they belong to. */
export type Errors = Readonly<Record<string, string>>

/**
 * One part of a form: what it holds, what is refused of it, and how it is changed. Its path names it in the
 * whole form.
 */
export type Part<T> = {
  value: T
  path: string
  errors: Errors
  /** Gives it another value, made of the newest one. */
  update(next: (value: T) => T): void
}

/** The part of a part: a field of a record or one of a list. */
export function partOf<T, K extends keyof T & (string | number)>(part: Part<T>, key: K): Part<T[K]> {
  return {
    value: part.value[key],
    path: pathOf(part, key),
    errors: part.errors,
    update(next) {
      part.update((value) => {
        const changed = next(value[key])
        if (Array.isArray(value)) return value.with(Number(key), changed) as T
        return { ...value, [key]: changed }
      })
    },
  }
}

/** Sets some fields of a part. */
export function change<T extends object>(part: Part<T>, fields: Partial<T>): void {
  part.update((value) => ({ ...value, ...fields }))
}

/** The same part; `note` hears of every change before it is made. */
export function watched<T>(part: Part<T>, note: () => void): Part<T> {
  return {
    ...part,
    update(next) {
      note()
      part.update(next)
    },
  }
}

/** The words of the refusal at a part itself, or at one of its fields. */
export function errorAt<T>(part: Part<T>, key?: keyof T & (string | number)): string | undefined {
  return part.errors[key === undefined ? part.path : pathOf(part, key)]
}

/** Whether anything in a part is refused. */
export function hasErrors(part: Pick<Part<unknown>, 'errors' | 'path'>): boolean {
  return Object.keys(part.errors).some((path) => isUnder(path, part.path))
}

function pathOf<T>(part: Part<T>, key: keyof T & (string | number)): string {
  return part.path === '' ? String(key) : `${part.path}.${key}`
}

function isUnder(path: string, above: string): boolean {
  return above === '' || path === above || path.startsWith(`${above}.`)
}

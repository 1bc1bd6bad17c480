import { isTest, type Breach, type Source } from './source.ts'

const NAME = "'(?:amazon|spark|courier)'"
/** A comparison with a variant's name, a list of names, or a name where none was given; in SQL too. */
const ASKS = new RegExp(
  `(?:[=!]==|\\bcase|\\?\\?|\\bvariant (?:=|<>|in))\\s*\\(?${NAME}|${NAME}\\s*(?:[=!]==|,\\s*${NAME})`,
)

const ASSUMES = new RegExp(`\\?\\?\\s*${NAME}`)

/** Where the names stand: the description, the kinds, the words, and what is of one platform. */
const DESCRIBED = ['core/variants.ts', 'core/variant-words.ts', 'server/console/admin/demo-drivers.ts']
const OF_A_PLATFORM = 'server/platforms/'
/** Questions and documents say whom each paragraph is for. */
const WORDS = 'core/words/'
/** A filter's own fields are read by its discriminant. */
const FILTERS = 'core/filters/'

/**
 * Questions that core and server ask of a variant's name instead of its description (`core/variants.ts`):
 * another variant would be forgotten there.
 */
export function variantBreaches(sources: readonly Source[]): Breach[] {
  return sources.filter(({ path }) => isAsked(path)).flatMap(breachesOf)
}

function isAsked(path: string): boolean {
  if (!/^(core|server)\//.test(path) || isTest(path)) return false
  return !DESCRIBED.includes(path) && ![OF_A_PLATFORM, WORDS].some((folder) => path.startsWith(folder))
}

function breachesOf({ path, text }: Source): Breach[] {
  return text.split('\n').flatMap((line, index): Breach[] => {
    if (!(path.startsWith(FILTERS) ? ASSUMES : ASKS).test(line)) return []
    const what = 'a variant compared by its name: ask describeVariant (core/variants.ts)'
    return [{ path, line: index + 1, rule: 'variants-described', what }]
  })
}

import * as fc from 'fast-check'

/**
 * Checks a property with `numRuns` random cases, and with as many again while `findMissing` names courses
 * that no case took: chance leaves a rare course out of some rounds. Fails if ten rounds miss one.
 */
export async function checkEveryCourse<T>(
  property: fc.IRawProperty<T>,
  numRuns: number,
  findMissing: () => readonly string[],
): Promise<void> {
  for (let round = 0; round < 10; round++) {
    await fc.assert(property, { numRuns })
    if (findMissing().length === 0) return
  }
  throw new Error(`no case took this course: ${findMissing().join(', ')}`)
}

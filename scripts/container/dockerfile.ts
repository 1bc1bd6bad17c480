/** One instruction of a Dockerfile, with its continued lines joined: `COPY`, `core core/`. */
export type Instruction = { name: string; text: string }

/** The instructions from one FROM to the next; `name` is that of `AS`, or the stage's number. */
export type Stage = { name: string; from: string; instructions: Instruction[] }

/** The stages of a Dockerfile, in order. Throws when an instruction stands before the first FROM. */
export function readDockerfile(text: string): Stage[] {
  const stages: Stage[] = []
  const joined = text.replaceAll(/^\s*#.*\n/gm, '').replaceAll(/\\\n\s*/g, '')
  for (const line of joined.split('\n').filter((each) => each.trim() !== '')) {
    const [, name = '', rest = ''] = /^(\w+)\s+(.*)$/.exec(line.trim()) ?? []
    if (name === 'FROM') {
      const [from = '', , alias] = rest.split(/\s+/)
      stages.push({ name: alias ?? String(stages.length), from, instructions: [] })
    } else {
      const stage = stages.at(-1)
      if (stage === undefined) throw new Error(`${name} stands before the first FROM`)
      stage.instructions.push({ name, text: rest })
    }
  }
  return stages
}

/** The last value that an instruction such as USER or CMD has in a stage; '' = none. */
export function valueOf({ instructions }: Stage, name: string): string {
  return instructions.findLast((each) => each.name === name)?.text ?? ''
}

/** The parts of a COPY: the stage or null for the repository, what is copied, and where it goes. */
export function readCopy(text: string): { from: string | null; sources: string[]; target: string } {
  const words = text.split(/\s+/)
  const flag = words[0]?.startsWith('--from=') ? words.shift()! : null
  return { from: flag?.slice('--from='.length) ?? null, sources: words.slice(0, -1), target: words.at(-1)! }
}

/** The variables of a stage's ENV instructions. */
export function readEnvironment(stage: Stage): Record<string, string> {
  const texts = stage.instructions.filter(({ name }) => name === 'ENV').map(({ text }) => text)
  return Object.fromEntries(
    texts.flatMap((text) => text.split(/\s+/).map((pair) => pair.split('=') as [string, string])),
  )
}

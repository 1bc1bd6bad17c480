import type { Interface } from 'node:readline'

/** Makes the machine's clock wrong, as this whole process sees it, by this many ms as each line says. */
export function followLines(lines: Interface): void {
  const readMachine = Date.now
  let wrongMs = 0
  Date.now = () => readMachine() + wrongMs
  lines.on('line', (line) => (wrongMs = Number(line))).on('close', () => process.exit(0))
}

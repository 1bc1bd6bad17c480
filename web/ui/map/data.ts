import { MAP_FOLDER } from 'virtual:map-data'

const answers = new Map<string, Promise<string>>()

/** The text of one file of the map's data; fetched once, and again after a failure. */
export function fetchMapFile(name: string): Promise<string> {
  const previous = answers.get(name)
  if (previous) return previous
  const answer = fetch(new URL(`${MAP_FOLDER}/${name}`, document.baseURI)).then((response) => {
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    return response.text()
  })
  answers.set(name, answer)
  answer.catch(() => answers.delete(name))
  return answer
}

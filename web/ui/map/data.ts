import { MAP_FOLDER } from 'virtual:map-data'

const asked = new Map<string, Promise<string>>()

/** The text of one file of the map's data; fetched once, and again after a failure. */
export function fetchMapFile(name: string): Promise<string> {
  const known = asked.get(name)
  if (known) return known
  const answer = fetch(new URL(`${MAP_FOLDER}/${name}`, document.baseURI)).then((response) => {
    if (!response.ok) throw new Error(`${name}: ${response.status}`)
    return response.text()
  })
  asked.set(name, answer)
  answer.catch(() => asked.delete(name))
  return answer
}

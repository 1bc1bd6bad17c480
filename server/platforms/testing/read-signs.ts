/** The colours of the market's road signs, as anybody would name them. */
const COLOURS = { amber: '#ffb81c', green: '#0b5c46', blue: '#0b5cad', red: '#b3261e' }

/**
 * What a person reads off the market's picture: the digits on the signs of the colour that the question
 * names. For tests alone.
 */
export function readSigns({ question, image }: { question: string; image: string }): string {
  const svg = Buffer.from(image.split(',')[1] ?? '', 'base64').toString()
  const [, wanted] = Object.entries(COLOURS).find(([name]) => question.includes(` ${name} `)) ?? []
  const signs = svg.matchAll(/rx="9" fill="([^"]+)"[^>]*\/><text[^>]*>(\d)</g)
  return [...signs].flatMap(([, fill, digit]) => (fill === wanted ? [digit] : [])).join('')
}

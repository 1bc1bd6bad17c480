import { drawOne, drawWhole, makeId, openStream } from './random.ts'
import type { Random } from './random.ts'
import type { Challenge } from './types.ts'

const COLOURS = { amber: '#ffb81c', green: '#0b5c46', blue: '#0b5cad', red: '#b3261e' } as const
type Colour = keyof typeof COLOURS
const COLOUR_NAMES = Object.keys(COLOURS) as Colour[]
const SIGNS = 6

/**
 * A human check by looking: six road signs with numbers, of which only those of one color count, read from
 * left to right. The answer is their digits.
 */
export function makeChallenge(seed: string, driverId: string, asked: number): Challenge {
  const random = openStream(seed, 'challenge', driverId, asked)
  const wanted = drawOne(random, COLOUR_NAMES)
  const signs = Array.from({ length: SIGNS }, () => ({
    colour: drawOne(random, COLOUR_NAMES),
    digit: drawWhole(random, 1, 9),
  }))
  // At least two signs of the wanted color, at any position.
  for (const index of [drawWhole(random, 0, 2), drawWhole(random, 3, 5)]) {
    const sign = signs[index]
    if (sign !== undefined) sign.colour = wanted
  }
  return {
    challengeId: makeId('hv', seed, driverId, asked),
    question: `Which digits stand on the ${wanted} signs, from left to right?`,
    image: drawPicture(random, signs),
    answer: signs
      .filter((sign) => sign.colour === wanted)
      .map((sign) => sign.digit)
      .join(''),
  }
}

/** Whether the answer is correct; spaces and commas between the digits are ignored. */
export function isAnswer(challenge: Challenge, answer: string): boolean {
  return answer.replaceAll(/[\s,.-]/g, '') === challenge.answer
}

function drawPicture(random: Random, signs: { colour: Colour; digit: number }[]): string {
  const parts = signs.map(({ colour, digit }, index) => {
    const x = 44 + index * 66
    const y = drawWhole(random, 54, 86)
    const turn = drawWhole(random, -14, 14)
    const ink = colour === 'amber' ? '#1b1400' : '#ffffff'
    return (
      `<g transform="translate(${x} ${y}) rotate(${turn})">` +
      `<rect x="-3" y="20" width="6" height="70" fill="#6b757a"/>` +
      `<rect x="-26" y="-30" width="52" height="56" rx="9" fill="${COLOURS[colour]}" stroke="${ink}" stroke-width="2.5"/>` +
      `<text y="12" text-anchor="middle" font-family="sans-serif" font-weight="800" font-size="38" fill="${ink}">${digit}</text></g>`
    )
  })
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 420 150" role="img" aria-label="Six road signs with numbers">' +
    `<rect width="420" height="150" fill="#dfe5e2"/><path d="M0 126h420v24H0z" fill="#444d52"/>` +
    `<path d="M0 138h420" stroke="#ffb81c" stroke-width="4" stroke-dasharray="28 22"/>${parts.join('')}</svg>`
  )
}

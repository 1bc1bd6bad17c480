import { useWords } from '../../../i18n.ts'
import type { TierFields } from './spark-fields.ts'

const WIDTH = 320
const HEIGHT = 88
const TOP = 22

type Step = { from: number; miles: number; pay: number }

/** The tiers as a staircase of pay over miles: a picture beside the fields, which say the same. */
export function MilesSteps({ tiers }: { tiers: readonly TierFields[] }) {
  const { money, number } = useWords()
  const steps = stepsOf(tiers)
  const most = Math.max(...steps.map((step) => step.pay), 1)
  const far = steps.at(-1)?.miles ?? 0
  if (far === 0) return null
  const x = (miles: number) => (miles / far) * WIDTH
  const y = (pay: number) => HEIGHT - (pay / most) * (HEIGHT - TOP)
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${WIDTH} ${HEIGHT + 22}`}
      className="tnum mb-2 block w-full max-w-[26rem] rounded-2xl bg-surface px-4 pt-2"
    >
      {steps.map((step) => {
        const wide = x(step.miles) - x(step.from)
        return (
          <g key={step.miles}>
            <rect
              x={x(step.from)}
              y={y(step.pay)}
              width={Math.max(0, wide - 2)}
              height={HEIGHT - y(step.pay)}
              rx="3"
              fill="var(--sign)"
            />
            {wide > 34 && (
              <text
                x={x(step.from) + wide / 2}
                y={y(step.pay) - 6}
                textAnchor="middle"
                fontSize="14"
                fontWeight="800"
                fill="var(--text)"
              >
                {money(step.pay * 100)}
              </text>
            )}
            {wide > 18 && (
              <text x={x(step.miles) - 3} y={HEIGHT + 16} textAnchor="end" fontSize="13" fill="var(--muted)">
                {number(step.miles)}
              </text>
            )}
          </g>
        )
      })}
    </svg>
  )
}

/** The tiers with a positive width, in order. */
function stepsOf(tiers: readonly TierFields[]): Step[] {
  const steps: Step[] = []
  for (const { miles, pay } of tiers) {
    const from = steps.at(-1)?.miles ?? 0
    if (miles !== null && miles > from) steps.push({ from, miles, pay: Math.max(0, pay ?? 0) })
  }
  return steps
}

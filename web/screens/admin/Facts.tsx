import type { ReactNode } from 'react'

/** A word that no column holds, such as most e-mails: it gets a row. */
const LONG_WORD = /\S{17}/

/** Labeled facts about one item. */
export function Facts({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="console-facts tnum">
      {facts.map(([name, value]) => (
        <div
          key={name}
          className={typeof value === 'string' && LONG_WORD.test(value) ? 'col-span-full' : undefined}
        >
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}

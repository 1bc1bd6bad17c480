import { useQuery, queryOptions } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { announce } from '../../../announce.ts'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { IconPlus } from '../../../icons/drawings.ts'
import { isOffer } from '../../offers/entry.ts'
import { Refusal } from '../Rows.tsx'
import { errorAt } from '../part.ts'
import type { Part } from '../part.ts'
import { toggleSkill } from './courier-fields.ts'

/** The contract's maximum length of a skill. */
const LONGEST = 100

/** The skills that the driver has: chips of their own and of those that offers asked for, and a field. */
export function SkillRows({ part }: { part: Part<string[]> }) {
  const { t } = useWords()
  const { data: seenSkills = [] } = useQuery(seenSkillsQuery)
  const [text, setText] = useState('')
  const id = useId()
  const skills = [...new Set([...part.value, ...seenSkills])]
  const add = () => {
    const skill = text.trim()
    if (skill === '' || part.value.includes(skill)) return
    part.update((old) => [...old, skill])
    setText('')
    announce(t('courier.skill_added', { skill }))
  }
  return (
    <>
      <p className="leading-snug text-muted">{t('courier.skills_hint')}</p>
      {skills.length > 0 && (
        <fieldset aria-labelledby="filter-skills" className="flex flex-wrap gap-2">
          {skills.map((skill) => (
            <button
              key={skill}
              type="button"
              className="btn min-w-0 max-w-full aria-pressed:bg-sign aria-pressed:text-on-sign"
              aria-pressed={part.value.includes(skill)}
              onClick={() => part.update((old) => toggleSkill(old, skill))}
            >
              <span className="truncate">{skill}</span>
            </button>
          ))}
        </fieldset>
      )}
      <label htmlFor={id} className="font-semibold leading-tight">
        {t('courier.skill_other')}
      </label>
      <div className="-mt-2 grid grid-cols-[minmax(0,1fr)_auto] gap-2">
        <input
          id={id}
          className="field"
          maxLength={LONGEST}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return
            event.preventDefault()
            add()
          }}
        />
        <button type="button" className="btn" onClick={add}>
          <IconPlus size={20} aria-hidden />
          {t('courier.skill_add')}
        </button>
      </div>
      <Refusal>{errorAt(part)}</Refusal>
    </>
  )
}

/** The newest offers whose required skills are suggested. */
const OFFERS = 100

/** The skills that the newest offers asked for, in the platform's words; none before the bot has searched. */
const seenSkillsQuery = queryOptions({
  queryKey: ['seen-skills'],
  queryFn: async ({ signal }) => {
    const { entries } = await api.log.history({ variant: 'courier', limit: OFFERS }, { signal })
    const skills = entries.filter(isOffer).flatMap(({ data }) => data.offer.skills ?? [])
    return [...new Set(skills)].toSorted()
  },
  staleTime: 300_000,
})

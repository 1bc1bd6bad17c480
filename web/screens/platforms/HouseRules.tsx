import { useWords } from '../../i18n.ts'
import { listHouseRules } from './instance-words.ts'
import type { InstanceChoice } from './queries.ts'

/** What the bots of a platform's members keep; nothing where its house has no rules. */
export function HouseRules({ instance }: { instance: InstanceChoice }) {
  const words = useWords()
  const rules = listHouseRules(words, instance)
  if (rules.length === 0) return null
  return (
    <section className="grid gap-1 rounded-2xl bg-surface p-4 leading-snug text-text">
      <h3 className="font-bold">{words.t('sync.house')}</h3>
      <p className="text-sm">{words.t('sync.house_text')}</p>
      <ul className="list-disc pl-5 text-sm">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
    </section>
  )
}

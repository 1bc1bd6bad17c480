import { useWords } from '../../i18n.ts'
import { describeDetails, reasonOf, sayCode, sayValue } from './describe.ts'
import type { Action } from './queries.ts'

/** Rows of the audit log: when, who, what, to whom, and why. */
export function Actions({ actions }: { actions: readonly Action[] }) {
  const words = useWords()
  const { t } = words
  const or = (name: string | null, text: string) =>
    text === '' ? t('audit.nothing') : sayValue(words, name, text)
  return (
    <ol className="console-actions">
      {actions.map((action) => {
        const reason = reasonOf(action.details)
        return (
          <li key={action.id}>
            <p className="console-when tnum">
              <time dateTime={new Date(action.at).toISOString()}>{words.date(action.at)}</time>
              <span>{action.actor}</span>
            </p>
            <p>
              <b>{sayCode(words, 'audit.action', action.action)}</b>
            </p>
            {action.driverEmail && <p className="text-muted">{action.driverEmail}</p>}
            {describeDetails(action.details).map(({ name, before, text }) => (
              <p key={name ?? ''} className="console-detail">
                {name !== null && (
                  <span className="text-muted">{sayCode(words, 'audit.detail', name)}: </span>
                )}
                {before === null
                  ? or(name, text)
                  : t('audit.from_to', { before: or(name, before), after: or(name, text) })}
              </p>
            ))}
            {reason !== null && <p className="console-reason">{reason}</p>}
          </li>
        )
      })}
    </ol>
  )
}

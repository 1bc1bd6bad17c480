import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { Failed } from '../../ui/Failed.tsx'
import { placeOf } from './billing/address.ts'
import { findQuery } from './queries.ts'
import type { Hit } from './queries.ts'

/** A search over everything by a part of a name, e-mail, phone, invoice or payment number, or by a charge. */
export function Find() {
  const { t } = useWords()
  const [text, setText] = useState('')
  const query = text.trim()
  const answer = useQuery({ ...findQuery(query), enabled: query.length >= 3 })
  return (
    <search className="grid gap-2">
      <SearchBox label={t('find.label')} text={text} onSearch={setText} />
      {answer.isError && <Failed error={answer.error} onRetry={() => void answer.refetch()} />}
      {query.length >= 3 && answer.data && (
        <>
          <output className="font-bold">
            {answer.data.hits.length === 0
              ? t('find.nothing', { text: query })
              : t(answer.data.more ? 'find.first' : 'find.count', { count: answer.data.hits.length })}
          </output>
          <ul className="console-list card empty:hidden">
            {answer.data.hits.map((hit) => (
              <li key={`${hit.kind} ${hit.key}`}>
                <ScreenLink
                  screen="admin"
                  search={placeOfHit(hit)}
                  className="console-row driver-row"
                  onClick={() => setText('')}
                >
                  <span className="console-who">
                    <b className="truncate">{hit.title}</b>
                    <span className="truncate text-muted">{hit.text}</span>
                  </span>
                  <span className="text-muted">
                    {t('find.by', { kind: t(`find.${hit.kind}`), by: t(`find.by.${hit.by}`) })}
                  </span>
                </ScreenLink>
              </li>
            ))}
          </ul>
        </>
      )}
    </search>
  )
}

function placeOfHit({ kind, key }: Hit): Record<string, string> {
  if (kind === 'driver') return { tab: 'drivers', driver: key }
  return placeOf(kind === 'invoice' ? 'invoices' : 'payments', { open: key })
}

import { toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import type { HistoryPages } from './HistoryList.tsx'

/** The end of the list: loading, a search that continues on request, an error, or the end. */
export function HistoryEnd({
  empty,
  timeZone,
  history,
}: {
  empty: boolean
  timeZone: string | undefined
  history: HistoryPages & { error: unknown }
}) {
  const { t, say, date } = useWords()
  const last = history.data?.pages.at(-1)
  const more = () => void history.fetchNextPage()
  if (history.isFetchNextPageError) {
    return (
      <div className="grid justify-items-center gap-1 p-4 text-center" role="alert">
        <p className="font-semibold text-red">{t('history.not_loaded')}</p>
        <p className="text-sm text-muted">{say(`error.${toProblem(history.error).code}`)}</p>
        <button type="button" className="btn mt-1" onClick={more}>
          {t('shell.retry')}
        </button>
      </div>
    )
  }
  if (history.isFetchingNextPage) {
    return <p className="px-4 py-6 text-center text-sm text-muted">{t('shell.loading')}</p>
  }
  if (history.hasNextPage) {
    // If the last page has rows, the list loads more on scrolling.
    if (last?.entries.length !== 0) return null
    return (
      <div className={`grid justify-items-center gap-3 px-4 text-center ${empty ? 'py-16' : 'py-6'}`}>
        {last.searchedBackTo !== null && (
          <p className="font-semibold">
            {t('history.searched', { when: date(last.searchedBackTo, timeZone) })}
          </p>
        )}
        <button type="button" className="btn" data-strong={empty} onClick={more}>
          {t('history.go_on')}
        </button>
      </div>
    )
  }
  return (
    <p className="px-4 py-6 text-center text-sm text-muted">
      {!empty && `${t('history.end')} `}
      {!empty && last && `${t('history.kept', { count: last.keptDays })} `}
      {t('history.skipped')}
    </p>
  )
}

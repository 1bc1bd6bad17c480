import { toProblem } from '../client.ts'
import { useWords } from '../i18n.ts'
import { Notice } from '../ui/Notice.tsx'
import { Skeleton } from '../ui/Skeleton.tsx'
import type { CardForm } from './use-card-form.ts'

/** The gateway's fields, with their loading and error states. */
export function CardFields({ form: { state, failure, place, tries, retry } }: { form: CardForm }) {
  const { t, say } = useWords()
  const code = failure === null ? null : toProblem(failure).code
  return (
    <div aria-busy={state === 'loading'}>
      {state === 'loading' && (
        <div className="grid gap-3">
          <span className="sr-only">{t('shell.loading')}</span>
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
          <Skeleton className="h-13" />
        </div>
      )}
      {state === 'failed' && (
        <Notice
          kind="bad"
          actions={
            <button type="button" className="btn" onClick={retry}>
              {t('shell.retry')}
            </button>
          }
        >
          {code === null || code === 'server.fault' ? t('pay.form_failed') : say(`error.${code}`)}
        </Notice>
      )}
      <div key={tries} ref={place} hidden={state === 'failed'} />
    </div>
  )
}

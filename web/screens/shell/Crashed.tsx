import { useEffect } from 'react'
import { useWords } from '../../i18n.ts'

/** The fallback of a broken screen: a plain text and a way on. The frame and the bot are not affected. */
export function Crashed({ error }: { error: unknown }) {
  const { t } = useWords()
  useEffect(() => console.error(error), [error])
  return (
    <div className="mx-auto grid w-full max-w-[36rem] justify-items-start gap-3 p-6" role="alert">
      <h2 className="text-2xl font-extrabold">{t('shell.crashed')}</h2>
      <p className="text-muted">{t('shell.crashed_text')}</p>
      <button type="button" className="btn mt-2" data-strong="true" onClick={() => location.reload()}>
        {t('shell.reload')}
      </button>
    </div>
  )
}

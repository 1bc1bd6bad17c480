import { useEffect } from 'react'
import { leaveDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { forgetDrafts } from '../../stored-draft.ts'

/** Long enough to read why the page goes away. */
const RELOAD_AFTER_MS = 10_000

/** In place of every screen, once the session is another driver's: the page of the first one has ended. */
export function OtherDriver() {
  const { t } = useWords()
  useEffect(() => {
    const timer = setTimeout(reopen, RELOAD_AFTER_MS)
    return () => clearTimeout(timer)
  }, [])
  return (
    <main className="p-6">
      <div className="mx-auto grid w-full max-w-[36rem] justify-items-start gap-3" role="alert">
        <h1 className="text-2xl font-extrabold">{t('other_driver.title')}</h1>
        <p className="text-muted">{t('other_driver.text')}</p>
        <button type="button" className="btn mt-2" data-strong="true" onClick={reopen}>
          {t('shell.reload')}
        </button>
      </div>
    </main>
  )
}

/** Opens the app as the session's driver, at their own first screen. */
function reopen(): void {
  leaveDriver()
  forgetDrafts()
  history.replaceState(null, '', location.pathname)
  location.reload()
}

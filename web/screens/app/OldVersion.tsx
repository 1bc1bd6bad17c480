import { IconRefresh } from '../../icons/first.ts'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { renewApp, thisBrowser } from './renew.ts'

/**
 * Prompts to reload the app, since the service no longer starts bots for this version. It can be postponed: a
 * running bot must still be stoppable from here.
 */
export function OldVersion({ minimum }: { minimum: string }) {
  const { t } = useWords()
  const [putOff, setPutOff] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  return (
    <Sheet
      open={putOff !== minimum}
      onOpenChange={(open) => setPutOff(open ? null : minimum)}
      title={t('app.old_title')}
      footer={
        <div className="grid gap-2">
          <button
            type="button"
            className="act"
            aria-disabled={busy}
            onClick={() => {
              if (busy) return
              setBusy(true)
              void renewApp(thisBrowser())
            }}
          >
            <IconRefresh size={24} aria-hidden className="shrink-0" />
            {t(busy ? 'app.renewing' : 'shell.reload')}
          </button>
          <button type="button" className="btn" onClick={() => setPutOff(minimum)}>
            {t('app.old_later')}
          </button>
        </div>
      }
    >
      <p className="text-muted">{t('app.old_text')}</p>
      <p className="tnum mt-2 font-semibold">{t('app.old_versions', { version: APP_VERSION, minimum })}</p>
    </Sheet>
  )
}

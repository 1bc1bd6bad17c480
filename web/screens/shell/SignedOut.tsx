import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { SIGNED_OUT } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'

/**
 * The way to sign in for whoever sends something after their session has ended: the screen stays until they
 * take it, and its input, which is kept as a draft, is there when they are back.
 */
export function SignedOut() {
  const { t } = useWords()
  const signedIn = (useQuery(sessionQuery).data ?? null) !== null
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    const note = () => setEnded(true)
    addEventListener(SIGNED_OUT, note)
    return () => removeEventListener(SIGNED_OUT, note)
  }, [])
  if (ended && !signedIn) setEnded(false)
  if (!ended || !signedIn) return null
  return (
    <div className="fixed inset-x-3 bottom-[calc(0.75rem+env(safe-area-inset-bottom))] z-[60] mx-auto max-w-[30rem] rounded-2xl bg-surface shadow-[0_8px_30px_rgb(0_0_0/0.35)]">
      <Notice
        kind="bad"
        onClose={() => setEnded(false)}
        actions={
          <button
            type="button"
            className="btn"
            data-strong="true"
            // The guard of the screen leads to the sign-in, and from there back here.
            onClick={() => queryClient.setQueryData(sessionQuery.queryKey, null)}
          >
            {t('title.login')}
          </button>
        }
      >
        {t('error.accounts.signed_out')}
      </Notice>
    </div>
  )
}

import { useMutation } from '@tanstack/react-query'
import { useEffect } from 'react'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Navigate } from '../../ui/Navigate.tsx'
import { forgetDriver, leavePush } from './forget-driver.ts'

/** Ends the session as soon as it is opened, and deletes this device's data of the driver. */
export function SignOut() {
  const { t } = useWords()
  const signOut = useMutation({
    mutationFn: async () => {
      // The account knows the device that receives its push: a session that has ended cannot end that.
      await leavePush()
      try {
        await api.accounts.signOut()
      } catch (thrown) {
        // An already ended session is a success.
        if (toProblem(thrown).code !== 'accounts.signed_out') throw thrown
      }
      forgetDriver()
    },
  })
  const { mutate } = signOut
  useEffect(() => mutate(), [mutate])
  if (signOut.isSuccess) return <Navigate to="/login" />
  if (signOut.isError) return <Failed error={signOut.error} onRetry={() => mutate()} />
  return (
    <output className="mx-auto grid w-full max-w-[36rem] gap-2 p-6">
      <p className="text-2xl font-extrabold">{t('logout.busy')}</p>
      <p className="text-muted">{t('logout.note')}</p>
    </output>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { Passkeys } from '../../accounts/profile/Passkeys.tsx'
import { Outcome } from '../Outcome.tsx'
import { BackupCodes } from './BackupCodes.tsx'
import { factorQuery } from './queries.ts'
import { SetUp } from './SetUp.tsx'

/** The operator's own second factor: backup codes, an authenticator, passkeys. */
export function SecurityTab() {
  const { t } = useWords()
  const factor = useQuery(factorQuery)
  const [replacing, setReplacing] = useState(false)
  const [change, setChange] = useState<string | null>(null)
  const hasAuthenticator = factor.data?.ways.includes('authenticator') ?? true
  const renew = useMutation({ mutationFn: () => api.operators.renewBackupCodes({}) })
  const finish = () => {
    setReplacing(false)
    renew.reset()
    void factor.refetch()
  }
  if (factor.data?.state === 'exempt') {
    return (
      <section className="card console-part" aria-labelledby="own-factor">
        <h2 id="own-factor">{t('factor.title')}</h2>
        <p className="text-muted">{t('factor.exempt')}</p>
      </section>
    )
  }
  return (
    <section className="card console-part" aria-labelledby="own-factor">
      <h2 id="own-factor">{t('factor.title')}</h2>
      <Outcome done={change} error={null} />
      <p className="console-lamp">{t(hasAuthenticator ? 'factor.on' : 'factor.on_passkey')}</p>
      {renew.data ? (
        <BackupCodes codes={renew.data.backupCodes} onLocalChange={finish} />
      ) : replacing ? (
        <SetUp onDone={finish} />
      ) : (
        <>
          {hasAuthenticator && (
            <>
              <p>{t('factor.left', { count: factor.data?.backupCodesLeft ?? 0 })}</p>
              <Outcome done={null} error={renew.error} />
              <p className="text-muted">{t('factor.renew_text')}</p>
              <button
                type="button"
                className="btn justify-self-start"
                aria-disabled={renew.isPending}
                onClick={() => renew.isPending || renew.mutate()}
              >
                {t('factor.renew')}
              </button>
              <p className="text-muted">{t('factor.other_text')}</p>
            </>
          )}
          <button type="button" className="btn justify-self-start" onClick={() => setReplacing(true)}>
            {t(hasAuthenticator ? 'factor.other' : 'factor.first')}
          </button>
          <Passkeys
            onDone={(text) => {
              setChange(text)
              void factor.refetch()
            }}
          />
        </>
      )}
    </section>
  )
}

import { useMutation } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { CodeField } from '../../../ui/CodeField.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import { submit } from '../../../ui/submit.ts'
import { BackupCodes } from './BackupCodes.tsx'
import { CopyButton } from './CopyButton.tsx'
import { useCode } from './use-code.ts'

const QrCode = lazy(() =>
  import('./QrCode.tsx').then(
    ({ QrCode: Loaded }) => ({ default: Loaded }),
    // The key beside it works as well.
    () => ({ default: () => <></> }),
  ),
)

/** Sets up an authenticator: the password, the key, its first code, the backup codes. */
export function SetUp({ onDone }: { onDone: () => void }) {
  const { t, say } = useWords()
  const [password, setPassword] = useState('')
  const [missing, setMissing] = useState(false)
  const start = useMutation({ mutationFn: () => api.operators.startAuthenticator({ password }) })
  const [codes, setCodes] = useState<string[] | null>(null)
  if (codes) return <BackupCodes codes={codes} onLocalChange={onDone} />
  if (start.data) {
    return (
      <FirstCode
        secretKey={start.data.key}
        uri={start.data.uri}
        onDone={setCodes}
        onStartOver={() => start.reset()}
      />
    )
  }
  const problem = start.error ? toProblem(start.error) : null
  const empty = missing && password === '' ? t('factor.need_password') : undefined
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={submit(() => {
        setMissing(password === '')
        if (password !== '' && !start.isPending) start.mutate()
      })}
    >
      <PasswordField
        label={t('factor.password')}
        autoComplete="current-password"
        value={password}
        error={problem ? say(`error.${problem.code}`, problem.params) : empty}
        onChange={(event) => {
          setPassword(event.target.value)
          start.reset()
        }}
      />
      <button type="submit" className="act" aria-disabled={start.isPending}>
        {t(start.isPending ? 'factor.busy' : 'factor.go')}
      </button>
    </form>
  )
}

function FirstCode({
  secretKey,
  uri,
  onDone,
  onStartOver,
}: {
  secretKey: string
  uri: string
  onDone: (backupCodes: string[]) => void
  onStartOver: () => void
}) {
  const { t, say } = useWords()
  const entry = useCode({
    send: (code) => api.operators.confirmAuthenticator({ code }),
    onDone: ({ backupCodes }) => onDone(backupCodes),
  })
  const { code, problem } = entry
  const empty = entry.missing ? t('factor.need_code') : undefined
  return (
    <form noValidate className="grid gap-4" onSubmit={submit(() => entry.submit(code))}>
      <div className="grid gap-2">
        <h3 className="font-bold">{t('factor.add')}</h3>
        <p className="text-sm text-muted">{t('factor.add_text')}</p>
        <div className="size-60 max-w-full justify-self-center overflow-hidden rounded-xl bg-surface-2">
          <Suspense>
            <QrCode text={uri} name={t('factor.qr')} />
          </Suspense>
        </div>
        <p className="tnum rounded-xl bg-surface-2 px-4 py-3 text-lg font-bold [overflow-wrap:anywhere]">
          <span className="sr-only">{t('factor.key')}: </span>
          <span data-key>{secretKey.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
        </p>
        <div className="flex flex-wrap gap-2">
          <CopyButton text={secretKey}>{t('factor.copy')}</CopyButton>
          <a className="btn" href={uri}>
            {t('factor.open')}
          </a>
          <button type="button" className="btn" onClick={onStartOver}>
            {t('factor.start_over')}
          </button>
        </div>
      </div>
      <p className="text-muted">{t('factor.code_text')}</p>
      <CodeField
        label={t('factor.code')}
        value={code}
        error={problem ? say(`error.${problem.code}`, problem.params) : empty}
        onChange={entry.setCode}
        onFull={entry.submit}
      />
      <button type="submit" className="act" aria-disabled={entry.busy}>
        {t(entry.busy ? 'factor.busy' : 'factor.confirm')}
      </button>
    </form>
  )
}

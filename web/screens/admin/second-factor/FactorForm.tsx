import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { CodeField } from '../../../ui/CodeField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { submit } from '../../../ui/submit.ts'
import { queryClient } from '../../../queries.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { factorQuery } from './queries.ts'
import { useCode } from './use-code.ts'

/** Asks for what the operator has set up: a passkey, an authenticator code, a backup code. */
export function FactorForm({ onDone }: { onDone: () => void }) {
  const { t, say } = useWords()
  const ways = useQuery(factorQuery).data?.ways ?? []
  const passkey = useMutation({
    async mutationFn() {
      const { signChallenge } = await import('../../accounts/passkey.ts')
      const signature = await signChallenge()
      return signature && (await api.operators.givePasskey(signature))
    },
    onSuccess(factor) {
      if (factor === null) return
      queryClient.setQueryData(factorQuery.queryKey, factor)
      onDone()
    },
  })
  const problem = passkey.error ? toProblem(passkey.error) : null
  return (
    <div className="grid gap-4">
      {ways.includes('passkey') && (
        <>
          {problem && <Notice kind="bad">{say(`error.${problem.code}`, problem.params)}</Notice>}
          <button
            type="button"
            className={ways.includes('authenticator') ? 'btn' : 'act'}
            aria-disabled={passkey.isPending}
            onClick={() => passkey.isPending || passkey.mutate()}
          >
            {t(passkey.isPending ? 'factor.busy' : 'factor.passkey')}
          </button>
        </>
      )}
      {ways.includes('authenticator') && <CodeForm onDone={onDone} />}
    </div>
  )
}

function CodeForm({ onDone }: { onDone: () => void }) {
  const { t, say } = useWords()
  const [backup, setBackup] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (backup) field.current?.focus()
  }, [backup])
  const {
    code,
    setCode,
    busy,
    missing,
    problem,
    submit: give,
    restart,
  } = useCode({
    isFull: (text) => (backup ? text.trim() !== '' : text.length === 6),
    send: (text) => api.operators.giveCode({ code: text }),
    onDone: (factor) => {
      queryClient.setQueryData(factorQuery.queryKey, factor)
      onDone()
    },
  })
  const errorText = () => {
    // There is no next backup code to wait for.
    if (backup && problem?.code === 'operators.code_wrong') return t('factor.backup_wrong')
    if (problem) return say(`error.${problem.code}`, problem.params)
    return missing ? t(backup ? 'factor.need_backup' : 'factor.need_code') : undefined
  }
  const error = errorText()
  return (
    <form noValidate className="grid gap-4" onSubmit={submit(() => give(code))}>
      {backup ? (
        <TextField
          ref={field}
          label={t('factor.backup_code')}
          autoComplete="off"
          maxLength={40}
          value={code}
          error={error}
          onChange={(event) => setCode(event.target.value)}
        />
      ) : (
        <CodeField
          label={t('factor.code')}
          value={code}
          error={error}
          focused
          onChange={setCode}
          onFull={give}
        />
      )}
      <button type="submit" className="act" aria-disabled={busy}>
        {t(busy ? 'factor.busy' : 'factor.give')}
      </button>
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() => {
          setBackup(!backup)
          restart()
        }}
      >
        {t(backup ? 'factor.app' : 'factor.backup')}
      </button>
    </form>
  )
}

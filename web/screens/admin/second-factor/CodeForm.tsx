import { useEffect, useRef, useState } from 'react'
import { api } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { CodeField } from '../../../ui/CodeField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { submit } from '../../../ui/submit.ts'
import { queryClient } from '../../../queries.ts'
import { factorQuery } from './queries.ts'
import { useCode } from './use-code.ts'

/** Asks for an authenticator code, or for a backup code. */
export function CodeForm({ onDone }: { onDone: () => void }) {
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
    isFull: (given) => (backup ? given.trim() !== '' : given.length === 6),
    send: (given) => api.operators.giveCode({ code: given }),
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

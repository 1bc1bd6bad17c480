import { useMutation } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { api, toProblem } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { CodeField } from '../../../ui/CodeField.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { queryClient } from '../../../queries.ts'
import { factorQuery } from './queries.ts'

/** Asks for an authenticator code, or for a backup code. */
export function CodeForm({ onDone }: { onDone: () => void }) {
  const { t, say } = useWords()
  const [code, setCode] = useState('')
  const [backup, setBackup] = useState(false)
  const [missing, setMissing] = useState(false)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (backup) field.current?.focus()
  }, [backup])
  const give = useMutation({
    mutationFn: (given: string) => api.operators.giveCode({ code: given }),
    onSuccess: (factor) => {
      queryClient.setQueryData(factorQuery.queryKey, factor)
      onDone()
    },
    onError: () => setCode(''),
  })
  const problem = give.error && code === '' ? toProblem(give.error) : null
  const empty = missing && code === '' ? t(backup ? 'factor.need_backup' : 'factor.need_code') : undefined
  const isWrong = problem?.code === 'operators.code_wrong'
  // There is no next backup code to wait for.
  const wrongBackup = backup && isWrong ? t('factor.backup_wrong') : undefined
  const refused = problem ? say(`error.${problem.code}`, problem.params) : undefined
  const error = wrongBackup ?? refused ?? empty
  const send = (given: string) => {
    const full = backup ? given.trim() !== '' : given.length === 6
    setMissing(!full)
    if (full && !give.isPending) give.mutate(given)
  }
  return (
    <form
      noValidate
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        send(code)
      }}
    >
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
          onFull={send}
        />
      )}
      <button type="submit" className="act" aria-disabled={give.isPending}>
        {t(give.isPending ? 'factor.busy' : 'factor.give')}
      </button>
      <button
        type="button"
        className="btn justify-self-start"
        onClick={() => {
          setBackup(!backup)
          setCode('')
          setMissing(false)
          give.reset()
        }}
      >
        {t(backup ? 'factor.app' : 'factor.backup')}
      </button>
    </form>
  )
}

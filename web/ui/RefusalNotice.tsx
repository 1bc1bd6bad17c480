import { toProblem } from '../client.ts'
import { useWords } from '../i18n.ts'
import { Notice } from './Notice.tsx'

/** Why an action was refused; nothing without an error. `sentence` says it as a part of a longer text. */
export function RefusalNotice({
  error,
  sentence = (reason) => reason,
  onClose,
}: {
  error: Error | null
  sentence?: (reason: string) => string
  onClose?: () => void
}) {
  const { say } = useWords()
  if (error === null) return null
  const { code, params } = toProblem(error)
  return (
    <Notice kind="bad" {...(onClose && { onClose })}>
      {sentence(say(`error.${code}`, params))}
    </Notice>
  )
}

import { IconCheck, IconCopy } from '../../icons/drawings.ts'
import { useState } from 'react'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { findCode } from './received-text.ts'

/** The code of a message as a copy button; nothing if there is none. */
export function ReceivedCode({ text }: { text: string }) {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  const code = findCode(text)
  if (code === null) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code)
      setCopied(true)
      announce(t('received.copied', { code }))
    } catch {
      // An insecure page has no clipboard; the code is readable beside the button.
      setCopied(false)
    }
  }
  const Icon = copied ? IconCheck : IconCopy
  return (
    <button type="button" className="received-code tnum" onClick={() => void copy()}>
      <Icon size={20} aria-hidden />
      {t(copied ? 'received.copied' : 'received.copy', { code })}
    </button>
  )
}

import { useState } from 'react'
import type { ReactNode } from 'react'
import { announce } from '../../../announce.ts'
import { useWords } from '../../../i18n.ts'

/** Copies a text to the clipboard. */
export function CopyButton({ text, children }: { text: string; children: ReactNode }) {
  const { t } = useWords()
  const [copied, setCopied] = useState(false)
  const copy = async () => {
    await navigator.clipboard.writeText(text)
    setCopied(true)
    announce(t('factor.copied'))
  }
  return (
    <button type="button" className="btn" onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? t('factor.copied') : children}
    </button>
  )
}

import { useState } from 'react'
import { Notice } from '../../ui/Notice.tsx'

/** A result above what it concerns, until it is closed or another follows; null hides it. */
export function useSaid() {
  const [said, say] = useState<{ good: boolean; text: string } | null>(null)
  const notice = said && (
    <Notice kind={said.good ? 'good' : 'bad'} onClose={() => say(null)}>
      {said.text}
    </Notice>
  )
  return { notice, say }
}

import { Notice } from '../../ui/Notice.tsx'

/** The result of an action, above what it concerns. */
export type Said = { good: boolean; text: string }

/** A result until it is closed; null hides it. */
export function SaidNotice({ said, onClose }: { said: Said | null; onClose: () => void }) {
  if (said === null) return null
  return (
    <Notice kind={said.good ? 'good' : 'bad'} onClose={onClose}>
      {said.text}
    </Notice>
  )
}

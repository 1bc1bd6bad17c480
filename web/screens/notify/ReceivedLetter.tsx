import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { Sheet } from '../../ui/Sheet.tsx'
import { ReceivedCode } from './ReceivedCode.tsx'
import { splitLinks } from './received-text.ts'
import type { ReceivedMessage } from './received-query.ts'

/** One e-mail as text; only links into this app are active. */
export function ReceivedLetter({ mail, onClose }: { mail: ReceivedMessage | null; onClose: () => void }) {
  const { t, date } = useWords()
  // While the sheet slides out it still shows its e-mail.
  const [letter, setLetter] = useState(mail)
  if (mail !== null && mail !== letter) setLetter(mail)
  if (letter === null) return null
  return (
    <Sheet open={mail !== null} onOpenChange={(open) => !open && onClose()} title={letter.subject}>
      <div className="text-sm text-muted">
        <p>{t('received.from', { sender: letter.sender })}</p>
        <p>{t('received.for', { recipient: letter.recipient })}</p>
        <p>{date(letter.at)}</p>
      </div>
      <p className="received-letter">
        {splitLinks(letter.text, location.origin).map(({ text, href }, index) =>
          href === null ? (
            text
          ) : (
            // oxlint-disable-next-line react/no-array-index-key -- the parts of one text never move
            <a key={index} href={href} className="font-bold underline" onClick={onClose}>
              {text}
            </a>
          ),
        )}
      </p>
      <ReceivedCode text={letter.text} />
    </Sheet>
  )
}

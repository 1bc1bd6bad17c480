import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { writeLocal } from '../../local-store.ts'
import { Dialog } from '../../ui/Dialog.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { GO_KEYS, areLettersOn } from './commands.ts'

/** The list of shortcuts, and the switch of those that are single keys. */
export function KeyList({ open, onClose }: { open: boolean; onClose: () => void }) {
  const { t, say } = useWords()
  const [letters, setLetters] = useState(areLettersOn)
  const rows: [keys: string, text: string][] = [
    ['Ctrl K', t('palette.title')],
    ['?', t('keys.title')],
    ['/', t('keys.search')],
    [t('keys.arrows'), t('keys.rows')],
    ...Object.entries(GO_KEYS).map(([key, title]): [string, string] => [`g ${key}`, say(title)]),
  ]
  return (
    <Dialog open={open} onClose={onClose} label={t('keys.title')}>
      <h2 className="px-5 pt-4 text-xl font-extrabold">{t('keys.title')}</h2>
      <dl className="grid gap-2 px-5 py-3">
        {rows.map(([keys, text]) => (
          <div key={keys} className="grid grid-cols-[7rem_minmax(0,1fr)] items-center">
            <dt>
              {keys.split(' ').map((key) => (
                <kbd
                  key={key}
                  className="mr-1 inline-grid min-h-7 min-w-7 place-items-center rounded-lg border border-line bg-surface-2 px-1.5 text-sm font-bold"
                >
                  {key}
                </kbd>
              ))}
            </dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <SwitchRow
        label={t('keys.letters')}
        hint={t('keys.letters_hint')}
        checked={letters}
        onChange={(on) => {
          setLetters(on)
          writeLocal('letters', on ? null : 'off')
        }}
      />
      <form method="dialog" className="p-4">
        <button type="submit" className="btn w-full">
          {t('shell.close')}
        </button>
      </form>
    </Dialog>
  )
}

import { useId, useState } from 'react'
import { useWords } from '../i18n.ts'
import { FieldFrame, describedBy } from './FieldFrame.tsx'
import type { TextFieldProps } from './TextField.tsx'

/** A password that can be revealed. The texts of its button are loaded with the screens after home. */
export function PasswordField({
  label,
  hint,
  error,
  aside,
  id,
  ...input
}: Omit<TextFieldProps, 'type' | 'className'>) {
  const { t } = useWords()
  const fallbackId = useId()
  const own = id ?? fallbackId
  const [isShown, setShown] = useState(false)
  return (
    <FieldFrame id={own} label={label} hint={hint} error={error} aside={aside}>
      <div className="relative">
        <input
          {...input}
          id={own}
          type={isShown ? 'text' : 'password'}
          autoCapitalize="none"
          autoCorrect="off"
          spellCheck={false}
          className="field pr-24"
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(own, hint)}
        />
        <button
          type="button"
          className="absolute inset-y-0 right-0 min-h-12 rounded-xl px-4 font-bold text-muted"
          aria-label={t(isShown ? 'login.hide_password' : 'login.show_password')}
          onClick={() => setShown(!isShown)}
        >
          {t(isShown ? 'login.hide' : 'login.show')}
        </button>
      </div>
    </FieldFrame>
  )
}

import type { ChangeEvent } from 'react'
import { useWords } from '../../i18n.ts'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { judgeStrength } from './strength.ts'
import type { Strength } from './strength.ts'

type Bound = {
  name: string
  value: string
  error: string | undefined
  onChange: (event: ChangeEvent<HTMLInputElement>) => void
}

const LENGTHS: Record<Strength, { width: string; colour: string }> = {
  short: { width: 'w-1/5', colour: 'bg-red' },
  common: { width: 'w-1/5', colour: 'bg-red' },
  fair: { width: 'w-1/2', colour: 'bg-amber' },
  good: { width: 'w-3/4', colour: 'bg-green' },
  strong: { width: 'w-full', colour: 'bg-green' },
}

/** A new password, twice, with an estimate of its strength. */
export function NewPasswordFields({
  password,
  confirm,
  email,
}: {
  password: Bound
  confirm: Bound
  email: string
}) {
  const { t } = useWords()
  const strength = judgeStrength(password.value, email)
  return (
    <>
      <div className="grid gap-2">
        {/* Tells password managers whose password it is. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField
          label={t('password.new')}
          hint={t('password.hint')}
          autoComplete="new-password"
          {...password}
        />
        <div className={`${strength ? 'grid' : 'hidden'} grid-cols-[minmax(0,1fr)_auto] items-center gap-3`}>
          <span className="h-1.5 overflow-hidden rounded-full bg-[var(--lane)]" aria-hidden>
            {strength && (
              <span
                className={`block h-full rounded-full transition-[width] motion-reduce:transition-none ${LENGTHS[strength].width} ${LENGTHS[strength].colour}`}
              />
            )}
          </span>
          <p className="text-sm font-semibold" aria-live="polite">
            {strength && (
              <>
                <span className="sr-only">{t('password.strength')}: </span>
                {t(`strength.${strength}`)}
              </>
            )}
          </p>
        </div>
      </div>
      <PasswordField label={t('password.repeat')} autoComplete="new-password" {...confirm} />
    </>
  )
}

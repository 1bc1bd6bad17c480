import { useWords } from '../../i18n.ts'

/** Progress: a lane dash for each step, amber up to the current one. */
export function StepLane({ step, of }: { step: number; of: number }) {
  const { t } = useWords()
  return (
    <div className="grid gap-2">
      <div className="flex gap-2" aria-hidden>
        {Array.from({ length: of }, (_, index) => (
          <span
            key={index}
            className={`h-1.5 flex-1 rounded-full ${index < step ? 'bg-amber' : 'bg-[var(--lane)]'}`}
          />
        ))}
      </div>
      <p className="text-sm font-semibold text-muted">{t('register.step', { step, of })}</p>
    </div>
  )
}

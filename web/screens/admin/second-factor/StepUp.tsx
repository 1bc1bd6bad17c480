import { useEffect, useState } from 'react'
import { onStepUp } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { Sheet } from '../../../ui/Sheet.tsx'
import { FactorForm } from './FactorForm.tsx'

/** Asks for a fresh code if an operation requires one, and lets it continue. */
export function StepUp() {
  const { t } = useWords()
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null)
  useEffect(() => onStepUp(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), [])
  const end = (given: boolean) => {
    answer?.(given)
    setAnswer(null)
  }
  return (
    <Sheet open={answer !== null} onOpenChange={(open) => open || end(false)} title={t('factor.again')}>
      <div className="grid gap-4 pt-1">
        <p className="text-muted">{t('factor.again_text')}</p>
        <FactorForm onDone={() => end(true)} />
      </div>
    </Sheet>
  )
}

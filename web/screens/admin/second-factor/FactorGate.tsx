import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import { onStepUp } from '../../../client.ts'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { Notice } from '../../../ui/Notice.tsx'
import { Sheet } from '../../../ui/Sheet.tsx'
import { SkeletonRows } from '../../../ui/Skeleton.tsx'
import { Passkeys } from '../../accounts/profile/Passkeys.tsx'
import { FactorForm } from './FactorForm.tsx'
import { SetUp } from './SetUp.tsx'
import { factorQuery } from './queries.ts'

/** Opens the console after the second factor, and starts its setup if there is none. */
export function FactorGate({ children }: { children: ReactNode }) {
  const { t } = useWords()
  const factor = useQuery(factorQuery)
  if (!factor.data) {
    return (
      <div className="card overflow-hidden" aria-busy={!factor.isError}>
        <FailedOr query={factor}>
          <SkeletonRows rows={5} />
        </FailedOr>
      </div>
    )
  }
  const { state, ways } = factor.data
  const asksCode = ways.includes('authenticator')
  if (state === 'missing') {
    return (
      <FactorCard title={t('factor.title')} text={t('factor.why')}>
        <SetUp onDone={() => void factor.refetch()} />
        <Passkeys onDone={() => void factor.refetch()} />
      </FactorCard>
    )
  }
  if (state === 'needed') {
    return (
      <FactorCard
        title={t(asksCode ? 'factor.enter' : 'factor.again')}
        text={t(asksCode ? 'factor.enter_text' : 'factor.enter_passkey')}
      >
        <FactorForm onDone={() => void factor.refetch()} />
        <p className="text-sm text-muted">{t('factor.lost')}</p>
      </FactorCard>
    )
  }
  return (
    <>
      {state === 'exempt' && <Notice kind="plain">{t('factor.demo')}</Notice>}
      {children}
      <StepUp />
    </>
  )
}

function FactorCard({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <section className="card console-part mx-auto w-full max-w-[30rem]" aria-labelledby="factor">
      <h2 id="factor">{title}</h2>
      <p className="text-muted">{text}</p>
      {children}
    </section>
  )
}

/** Asks for a fresh code if an operation requires one, and lets it continue. */
function StepUp() {
  const { t } = useWords()
  const [answer, setAnswer] = useState<((given: boolean) => void) | null>(null)
  useEffect(() => onStepUp(() => new Promise<boolean>((resolve) => setAnswer(() => resolve))), [])
  const end = (isGiven: boolean) => {
    answer?.(isGiven)
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

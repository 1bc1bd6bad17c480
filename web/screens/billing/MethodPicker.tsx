import { CardFields } from '../../card-gateway.ts'
import { useWords } from '../../i18n.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { MethodName } from './MethodName.tsx'
import type { MethodChoice } from './use-method-choice.ts'

/** The saved cards and bank accounts to choose from, and the form for another. */
export function MethodPicker({ choice, testMode }: { choice: MethodChoice; testMode: boolean }) {
  const { t } = useWords()
  const { methods, chosen, choose, form } = choice
  return (
    <div className="grid gap-3">
      {methods.length === 0 ? (
        <h2 className="text-xl font-extrabold leading-tight tracking-[-0.01em]">{t('pay.with')}</h2>
      ) : (
        <fieldset className="grid gap-2">
          <legend className="mb-2.5 text-xl font-extrabold leading-tight tracking-[-0.01em]">
            {t('pay.with')}
          </legend>
          {methods.map((method) => (
            <OptionRow
              key={method.id}
              name="pay-method"
              checked={chosen === method.id}
              onChoose={() => choose(method.id)}
            >
              <MethodName method={method} />
            </OptionRow>
          ))}
          <OptionRow name="pay-method" checked={chosen === 'new'} onChoose={() => choose('new')}>
            <span className="font-bold leading-tight">{t('pay.another')}</span>
          </OptionRow>
        </fieldset>
      )}
      {chosen === 'new' && (
        <>
          <CardFields form={form} />
          {testMode && <TestNumber kind={form.kind} />}
          <p className="text-sm leading-snug text-muted">{t('pay.safe')}</p>
        </>
      )}
    </div>
  )
}

/** What to type while no real money moves. */
export function TestNumber({ kind }: { kind: 'card' | 'bank' }) {
  const { t } = useWords()
  return <p className="tnum font-semibold leading-snug">{t(`pay.test_${kind}`)}</p>
}

import { useId, useRef, useState } from 'react'
import { announce } from '../../announce.ts'
import { CardFields } from '../../card-gateway.ts'
import type { Saved } from '../../card-gateway.ts'
import { useWords } from '../../i18n.ts'
import { FormAct } from '../../ui/FormAct.tsx'
import { TestNumber } from './MethodPicker.tsx'
import { SaveRefusal } from './SaveRefusal.tsx'
import type { Account } from './queries.ts'
import { saveMethod, useNewMethod } from './use-method-choice.ts'

/** Saves a card or bank account without paying anything. */
export function AddMethod({ account: { gateway }, onEnd }: { account: Account; onEnd: () => void }) {
  const { t } = useWords()
  const id = useId()
  const form = useNewMethod(gateway)
  const [busy, setBusy] = useState(false)
  const [saved, setSaved] = useState<Saved | null>(null)
  const tapped = useRef(false)
  const save = async () => {
    if (tapped.current) return
    tapped.current = true
    setBusy(true)
    setSaved(null)
    try {
      const next = await saveMethod(form)
      setSaved(next)
      if (next.outcome !== 'saved') return
      announce(t('pay.saved'))
      onEnd()
    } finally {
      tapped.current = false
      setBusy(false)
    }
  }
  return (
    <form
      id={id}
      noValidate
      aria-labelledby={`${id}-title`}
      className="card grid gap-4 px-4 py-4 lg:px-5"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <h2 id={`${id}-title`} className="text-xl font-extrabold leading-tight tracking-[-0.01em]">
        {t('pay.add')}
      </h2>
      <CardFields form={form} />
      {gateway.testMode && <TestNumber kind={form.kind} />}
      <p className="text-sm leading-snug text-muted">{t('pay.safe')}</p>
      {saved !== null && <SaveRefusal saved={saved} gateway={gateway} />}
      <FormAct form={id} busy={busy}>
        {t(busy ? 'pay.saving' : 'pay.save')}
      </FormAct>
      <button type="button" className="btn" onClick={onEnd}>
        {t('pay.not_now')}
      </button>
    </form>
  )
}

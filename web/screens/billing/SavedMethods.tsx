import { useMutation } from '@tanstack/react-query'
import { useState, useId, useRef } from 'react'
import { announce } from '../../announce.ts'
import { CardFields } from '../../card-gateway.ts'
import type { Saved } from '../../card-gateway.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { IconPlus } from '../../icons/drawings.ts'
import { queryClient } from '../../queries.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { FormAct } from '../../ui/FormAct.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import { MethodName } from './MethodName.tsx'
import { TestNumber } from './MethodPicker.tsx'
import { Refusal } from './Refusal.tsx'
import { SaveRefusal } from './SaveRefusal.tsx'
import { TestMode } from './TestMode.tsx'
import { UnderWay } from './UnderWay.tsx'
import { methodWords } from './names.ts'
import { accountQuery, methodsQuery } from './queries.ts'
import type { Account, Method } from './queries.ts'
import { saveMethod, useNewMethod } from './use-method-choice.ts'

/**
 * The saved cards and bank accounts: the default one, others, a new one; and whether weekly invoices pay
 * themselves.
 */
export function SavedMethods({ account, methods }: { account: Account; methods: readonly Method[] }) {
  const { t } = useWords()
  const [adding, setAdding] = useState(false)
  const able = account.gateway.publishableKey !== ''
  return (
    <div className="reading grid content-start gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6">
      {account.underWay.map((payment) => (
        <UnderWay key={payment.id} payment={payment} />
      ))}
      <TestMode account={account} />
      {!able && <Notice kind="bad">{t('pay.no_gateway')}</Notice>}
      <MethodList methods={methods} />
      {adding && able ? (
        <AddMethod account={account} onEnd={() => setAdding(false)} />
      ) : (
        able && (
          <button
            type="button"
            className="act"
            data-quiet={methods.length > 0}
            onClick={() => setAdding(true)}
          >
            <IconPlus size={22} aria-hidden />
            {t('pay.add')}
          </button>
        )
      )}
      <Autopay account={account} any={methods.length > 0} />
    </div>
  )
}

function MethodList({ methods }: { methods: readonly Method[] }) {
  const { t } = useWords()
  const [leaving, setLeaving] = useState<Method | null>(null)
  const change = useMutation({
    mutationFn: async ({ id, act }: { id: string; act: 'setDefault' | 'removeMethod' }) =>
      (await api.billing[act]({ id })).methods,
    onSuccess: (rest, { act }) => {
      queryClient.setQueryData(methodsQuery.queryKey, rest)
      void queryClient.invalidateQueries({ queryKey: accountQuery.queryKey })
      announce(t(act === 'setDefault' ? 'pay.default_set' : 'pay.removed'))
    },
    onSettled: () => setLeaving(null),
  })
  if (methods.length === 0)
    return (
      <div className="card px-5 py-4">
        <p className="text-xl font-extrabold leading-tight">{t('pay.none')}</p>
      </div>
    )
  return (
    <section aria-labelledby="pay-methods" className="grid gap-2">
      <h2 id="pay-methods" className="text-xl font-extrabold leading-tight tracking-[-0.01em]">
        {t('pay.methods')}
      </h2>
      {change.isError && <Refusal problem={toProblem(change.error)} />}
      <ul className="grid gap-2">
        {methods.map((method) => (
          <li key={method.id} className="card px-4 py-3">
            <MethodName method={method} />
            <div className="mt-2 flex flex-wrap gap-2">
              {!method.isDefault && (
                <button
                  type="button"
                  className="btn"
                  aria-disabled={change.isPending}
                  onClick={() => !change.isPending && change.mutate({ id: method.id, act: 'setDefault' })}
                >
                  {t('pay.make_default')}
                  <span className="sr-only">{methodWords(method)}</span>
                </button>
              )}
              <button type="button" className="btn" onClick={() => setLeaving(method)}>
                {t('form.remove')}
                <span className="sr-only">{methodWords(method)}</span>
              </button>
            </div>
          </li>
        ))}
      </ul>
      <ConfirmSheet
        open={leaving !== null}
        onOpenChange={(open) => !open && setLeaving(null)}
        title={t('pay.remove_ask')}
        go={t('form.remove')}
        keep={t('form.keep')}
        busy={change.isPending}
        danger
        onGo={() => leaving && change.mutate({ id: leaving.id, act: 'removeMethod' })}
      >
        {leaving && <p className="tnum font-bold">{methodWords(leaving)}</p>}
        <p className="mt-1 leading-snug">{t('pay.remove_text')}</p>
      </ConfirmSheet>
    </section>
  )
}

function Autopay({ account: { autopay }, any }: { account: Account; any: boolean }) {
  const { t } = useWords()
  const change = useMutation({
    mutationFn: (enabled: boolean) => api.billing.setAutopay({ enabled }),
    onSuccess: (account) => {
      queryClient.setQueryData(accountQuery.queryKey, account)
      announce(t(account.autopay ? 'pay.autopay_on' : 'pay.autopay_off'))
    },
  })
  return (
    <section aria-label={t('pay.autopay')} className="grid gap-2">
      <SwitchRow
        label={t('pay.autopay')}
        hint={t(any ? 'pay.autopay_hint' : 'pay.autopay_needs')}
        checked={change.isPending ? change.variables : autopay}
        onChange={(enabled) => !change.isPending && change.mutate(enabled)}
      />
      {change.isError && <Refusal problem={toProblem(change.error)} />}
    </section>
  )
}

/** Saves a card or bank account without paying anything. */
function AddMethod({ account: { gateway }, onEnd }: { account: Account; onEnd: () => void }) {
  const { t } = useWords()
  const id = useId()
  const form = useNewMethod(gateway)
  const [busy, setBusy] = useState(false)
  const [saveOutcome, setSaveOutcome] = useState<Saved | null>(null)
  const isTapped = useRef(false)
  const save = async () => {
    if (isTapped.current) return
    isTapped.current = true
    setBusy(true)
    setSaveOutcome(null)
    try {
      const next = await saveMethod(form)
      setSaveOutcome(next)
      if (next.outcome !== 'saved') return
      announce(t('pay.saved'))
      onEnd()
    } finally {
      isTapped.current = false
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
      {saveOutcome !== null && <SaveRefusal saved={saveOutcome} gateway={gateway} />}
      <FormAct form={id} busy={busy}>
        {t(busy ? 'form.saving' : 'pay.save')}
      </FormAct>
      <button type="button" className="btn" onClick={onEnd}>
        {t('form.not_now')}
      </button>
    </form>
  )
}

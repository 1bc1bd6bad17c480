import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '../../announce.ts'
import { api, toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient, serviceQuery } from '../../queries.ts'
import { useDraftForm } from '../../ui/use-draft-form.ts'
import { channelsOf, checkAlerts, readAlertDraft, sameAlerts, toAlertFields, toAlerts } from './alerts.ts'
import type { AlertField, AlertFields, Alerts } from './alerts.ts'
import { alertsQuery } from './queries.ts'

/** The form of the alert settings: choices survive a refusal, a reload and a lost connection. */
export function useAlertsForm(driverId: string, savedAlerts: Alerts) {
  const { t } = useWords()
  const { data: service } = useQuery(serviceQuery)
  const clean = toAlertFields(savedAlerts)
  const input = useDraftForm({
    key: `draft.alerts.${driverId}`,
    clean,
    read: (text) => readAlertDraft(text, clean),
    same: sameAlerts,
  })
  const [faults, setFaults] = useState<readonly AlertField[]>([])
  const fields = input.values

  const mutation = useMutation({
    mutationFn: (alerts: Alerts) => api.notify.saveSettings(alerts),
    onSuccess: (next) => {
      queryClient.setQueryData(alertsQuery.queryKey, (current) => current && { ...current, ...next })
      input.clear()
      announce(t('alerts.saved'))
    },
  })

  return {
    /** The ways that an alert can take here. */
    ways: channelsOf(service),
    fields,
    dirty: input.dirty,
    faults,
    restored: input.restored,
    saving: mutation.isPending,
    problem: mutation.error ? toProblem(mutation.error) : null,
    change(part: Partial<AlertFields>) {
      const next = { ...fields, ...part }
      input.change(() => next)
      if (faults.length > 0) setFaults(checkAlerts(next))
    },
    save() {
      input.accept()
      const findings = checkAlerts(fields)
      setFaults(findings)
      if (findings.length === 0) {
        if (!mutation.isPending) mutation.mutate(toAlerts(fields))
        return
      }
      announce(t('form.fix', { count: findings.length }))
      requestAnimationFrame(() =>
        document.querySelector('[aria-invalid="true"]')?.scrollIntoView({ block: 'center' }),
      )
    },
    /** Discards the choices. */
    discard() {
      input.clear()
      setFaults([])
      mutation.reset()
    },
  }
}
export type AlertsForm = ReturnType<typeof useAlertsForm>

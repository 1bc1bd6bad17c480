import { useId } from 'react'
import { REMINDER_MINUTES } from '@madruga/core/notify.ts'
import { useWords } from '../../i18n.ts'
import { Segmented } from '../../ui/Segmented.tsx'
import { AlertSection } from './AlertSection.tsx'
import type { AlertsForm } from './use-alerts-form.ts'

/** How long before a block its reminder comes. */
export function ReminderSection({ form }: { form: AlertsForm }) {
  const { t } = useWords()
  const id = useId()
  return (
    <AlertSection name="reminder" title={t('alerts.reminder')}>
      <Segmented
        label={t('alerts.reminder')}
        name={id}
        value={form.fields.reminder}
        onChange={(reminder) => form.change({ reminder })}
        choices={[
          ...REMINDER_MINUTES.map((minutes) => ({
            value: `${minutes}` as const,
            label: t('alerts.reminder_say', { minutes }),
            face: t('alerts.reminder_minutes', { minutes }),
          })),
          { value: 'none', label: t('alerts.reminder_none') },
        ]}
      />
    </AlertSection>
  )
}

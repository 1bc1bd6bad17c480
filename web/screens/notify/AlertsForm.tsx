import { IconCheck } from '@tabler/icons-react'
import { useId } from 'react'
import { CHANNELS } from '@madruga/core/notify.ts'
import { useWords } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { submit } from '../../ui/submit.ts'
import { AlertSection } from './AlertSection.tsx'
import { ChannelCard } from './ChannelCard.tsx'
import { QuietSection, RepeatSection } from './QuietAndRepeat.tsx'
import { RoutesSection } from './RoutesSection.tsx'
import { useAlertsForm } from './use-alerts-form.ts'
import type { AlertsState } from './queries.ts'
import type { AlertsForm as Form } from './use-alerts-form.ts'

/** All alert settings on one page; saved by the button under the thumb, like a filter. */
export function AlertsForm({ driverId, state }: { driverId: string; state: AlertsState }) {
  const { t } = useWords()
  const id = useId()
  const form = useAlertsForm(driverId, state.settings)
  const { fields } = form
  return (
    <form
      id={id}
      noValidate
      className="mx-auto w-full max-w-[72rem] px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:px-6"
      onSubmit={submit(form.save)}
    >
      {form.restored && (
        <div className="mb-5">
          <Notice
            kind="plain"
            actions={
              <button type="button" className="btn" onClick={form.discard}>
                {t('alerts.discard')}
              </button>
            }
          >
            {t('alerts.restored')}
          </Notice>
        </div>
      )}
      <div className="grid gap-8 lg:grid-cols-2 lg:gap-10">
        <div className="grid content-start gap-8">
          <AlertSection name="ways" title={t('alerts.ways')} hint={t('alerts.ways_hint')}>
            {CHANNELS.map((channel) => (
              <ChannelCard
                key={channel}
                channel={channel}
                on={fields.channels[channel]}
                state={state}
                onSwitch={(on) => form.change({ channels: { ...fields.channels, [channel]: on } })}
              />
            ))}
            <p className="text-sm leading-snug text-muted">{t('alerts.in_profile')}</p>
          </AlertSection>
          <QuietSection form={form} />
        </div>
        <div className="grid content-start gap-8">
          <RoutesSection form={form} />
          <RepeatSection form={form} />
          <AlertSection name="reminder" title={t('alerts.reminder')} hint={t('alerts.reminder_text')}>
            <ScreenLink screen="profile" className="btn justify-self-start">
              {t('alerts.to_profile')}
            </ScreenLink>
          </AlertSection>
        </div>
      </div>
      <BottomBar>
        <div className="grid items-center gap-x-6 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <SaveLine form={form} />
          <SaveButton form={form} formId={id} />
        </div>
      </BottomBar>
    </form>
  )
}

/** The line above the button: errors, or the state. A phone shows only errors. */
function SaveLine({ form }: { form: Form }) {
  const { t, say } = useWords()
  const { problem, faults, dirty } = form
  if (faults.length > 0) {
    return <p className="font-bold leading-tight text-red">{t('alerts.fix', { count: faults.length })}</p>
  }
  if (problem) {
    return (
      <p role="alert" className="font-bold leading-tight text-red">
        {say(`error.${problem.code}`, problem.params)} {t('alerts.not_sent')}
      </p>
    )
  }
  return <p className="hidden text-muted lg:block">{t(dirty ? 'alerts.unsaved' : 'alerts.saved')}</p>
}

function SaveButton({ form, formId }: { form: Form; formId: string }) {
  const { t } = useWords()
  const quiet = !form.dirty && !form.saving
  return (
    <button
      type="submit"
      form={formId}
      className="act !min-h-14"
      data-quiet={quiet}
      aria-disabled={form.saving}
    >
      {quiet && <IconCheck size={22} aria-hidden className="text-green" />}
      {t(form.saving ? 'alerts.saving' : quiet ? 'alerts.saved' : 'alerts.save')}
    </button>
  )
}

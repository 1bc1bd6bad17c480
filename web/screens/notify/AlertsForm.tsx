import { useId } from 'react'
import { useWords } from '../../i18n.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SaveButton, SaveLine } from '../../ui/SaveButton.tsx'
import { submit } from '../../ui/submit.ts'
import { AlertSection } from './AlertSection.tsx'
import { ChannelCard } from './ChannelCard.tsx'
import { QuietSection, RepeatSection } from './QuietAndRepeat.tsx'
import { ReminderSection } from './ReminderSection.tsx'
import { RoutesSection } from './RoutesSection.tsx'
import { useAlertsForm } from './use-alerts-form.ts'
import type { AlertsState } from './queries.ts'

/** All alert settings on one page; saved by the button under the thumb, like a filter. */
export function AlertsForm({ driverId, state }: { driverId: string; state: AlertsState }) {
  const { t } = useWords()
  const id = useId()
  const form = useAlertsForm(driverId, state)
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
            {form.ways.map((channel) => (
              <ChannelCard
                key={channel}
                channel={channel}
                on={fields.channels[channel]}
                state={state}
                onSwitch={(on) => form.change({ channels: { ...fields.channels, [channel]: on } })}
              />
            ))}
          </AlertSection>
          <ReminderSection form={form} />
          <QuietSection form={form} />
        </div>
        <div className="grid content-start gap-8">
          <RoutesSection form={form} />
          <RepeatSection form={form} />
        </div>
      </div>
      <BottomBar>
        <div className="grid items-center gap-x-6 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_24rem]">
          <SaveLine
            of="alerts"
            faults={form.faults.length}
            problem={form.problem}
            state={t(form.dirty ? 'alerts.unsaved' : 'alerts.saved')}
          />
          <SaveButton of="alerts" form={id} saving={form.saving} quiet={!form.dirty && !form.saving} />
        </div>
      </BottomBar>
    </form>
  )
}

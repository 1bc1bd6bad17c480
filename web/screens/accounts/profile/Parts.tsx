import { IconBell } from '../../../icons/bell.ts'
import { IconChevronRight } from '../../../icons/chevron-right.ts'
import { IconRefresh } from '../../../icons/refresh.ts'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { useId } from 'react'
import { useWords } from '../../../i18n.ts'
import { useVariant } from '../../../stations.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { SwitchRow } from '../../../ui/SwitchRow.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { TimeZoneField } from '../../../ui/TimeZoneField.tsx'
import { changeLanguage } from '../../shell/Preferences.tsx'
import { Part } from './Part.tsx'
import type { ProfileForm } from './use-profile-form.ts'
import { VariantCards } from '../VariantCards.tsx'

export function NamePart({ form }: { form: ProfileForm }) {
  const { t } = useWords()
  const { bind } = form.fields
  return (
    <Part title={t('profile.name')}>
      <div className="grid gap-4 min-[30rem]:grid-cols-2">
        <TextField
          label={t('register.first_name')}
          autoComplete="given-name"
          maxLength={80}
          {...bind('firstName')}
        />
        <TextField
          label={t('register.last_name')}
          autoComplete="family-name"
          maxLength={80}
          {...bind('lastName')}
        />
      </div>
    </Part>
  )
}

export function AlertsPart({ form }: { form: ProfileForm }) {
  const { t } = useWords()
  const { values, set } = form.fields
  const calledFor = describeVariant(useVariant()).hasHumanChecks ? 'checks' : 'no_checks'
  const callable = form.saved.phone !== null && form.saved.phoneConfirmed
  return (
    <Part title={t('profile.alerts')}>
      <SwitchRow
        label={t('profile.call_alert')}
        hint={t(callable ? `profile.call_alert_${calledFor}` : 'profile.call_needs_phone')}
        checked={values.callAlert}
        onChange={(callAlert) => set('callAlert', callAlert)}
      />
      <SwitchRow
        label={t('profile.email_alert')}
        hint={t('profile.email_alert_hint')}
        checked={values.emailAlert}
        onChange={(emailAlert) => set('emailAlert', emailAlert)}
      />
      <div className="grid gap-2 rounded-2xl bg-surface px-4 py-3">
        <p className="font-semibold" aria-hidden>
          {t('profile.reminder')}
        </p>
        <p className="-mt-1 text-sm text-muted">{t('profile.reminder_hint')}</p>
        <Segmented
          label={t('profile.reminder')}
          name="reminder"
          value={values.reminder}
          onChange={(reminder) => set('reminder', reminder)}
          choices={[
            ...(['60', '30', '15'] as const).map((minutes) => ({
              value: minutes,
              label: t('profile.reminder_say', { minutes }),
              face: t('profile.reminder_minutes', { minutes }),
            })),
            { value: 'none', label: t('profile.reminder_none') },
          ]}
        />
      </div>
      <ScreenLink
        screen="notification-settings"
        className="flex min-h-14 items-center gap-3 rounded-2xl bg-surface px-4 font-semibold hover:bg-surface-2"
      >
        <IconBell size={22} aria-hidden className="shrink-0 text-muted" />
        <span className="flex-1 leading-snug">{t('profile.more_alerts')}</span>
        <IconChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
      </ScreenLink>
    </Part>
  )
}

export function PlacePart({ form }: { form: ProfileForm }) {
  const { t, language } = useWords()
  const id = useId()
  return (
    <Part title={t('profile.place')}>
      <Segmented
        label={t('shell.language')}
        name={`${id}-language`}
        value={language}
        onChange={(next) => void changeLanguage(next)}
        choices={LANGUAGE_CODES.map((code) => ({ value: code, label: LANGUAGES[code].name }))}
      />
      <TimeZoneField
        label={t('register.time_zone')}
        hint={t('register.time_zone_hint')}
        {...form.fields.bind('timeZone')}
      />
    </Part>
  )
}

export function AppPart({ form }: { form: ProfileForm }) {
  const { t } = useWords()
  const { values, set } = form.fields
  return (
    <section className="grid gap-3">
      <VariantCards
        label={<h2>{t('profile.app')}</h2>}
        name="app"
        value={values.app}
        onChange={(app) => set('app', app)}
      />
      {values.app !== form.saved.app && (
        <Notice kind="plain">{t('profile.app_change', { app: t(`profile.app_${values.app}`) })}</Notice>
      )}
      <ScreenLink
        screen="sync"
        className="flex min-h-14 items-center gap-3 rounded-2xl bg-surface px-4 font-semibold hover:bg-surface-2"
      >
        <IconRefresh size={22} aria-hidden className="shrink-0 text-muted" />
        <span className="flex-1 leading-snug">{t('sync.link')}</span>
        <IconChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
      </ScreenLink>
    </section>
  )
}

import { IconBell } from '../../../icons/bell.ts'
import { IconChevronRight } from '../../../icons/chevron-right.ts'
import { IconRefresh } from '../../../icons/refresh.ts'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import { useId } from 'react'
import { useWords } from '../../../i18n.ts'
import { Notice } from '../../../ui/Notice.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { Segmented } from '../../../ui/Segmented.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { TimeZoneField } from '../../../ui/TimeZoneField.tsx'
import { changeLanguage, UnreadLanguage } from '../../shell/Preferences.tsx'
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

/** Calls, e-mail and reminders have their screen. */
export function AlertsPart() {
  const { t } = useWords()
  return (
    <Part title={t('profile.alerts')}>
      <ScreenLink
        screen="notification-settings"
        className="flex min-h-14 items-center gap-3 rounded-2xl bg-surface px-4 font-semibold hover:bg-surface-2"
      >
        <IconBell size={22} aria-hidden className="shrink-0 text-muted" />
        <span className="flex-1 leading-snug">{t('profile.all_alerts')}</span>
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
      <UnreadLanguage />
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

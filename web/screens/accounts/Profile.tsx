import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import { shownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { IconBell, IconCheck } from '../../icons/drawings.ts'
import { IconChevronRight, IconRefresh } from '../../icons/first.ts'
import { sessionQuery } from '../../queries.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { TimeZoneField } from '../../ui/TimeZoneField.tsx'
import { submit } from '../../ui/submit.ts'
import { changeLanguage, UnreadLanguage } from '../shell/Preferences.tsx'
import { VariantCards } from './VariantCards.tsx'
import { useProblemText } from './problem-text.ts'
import { ContactPart } from './profile/ContactPart.tsx'
import { DataPart } from './profile/DataPart.tsx'
import { Part } from './profile/Part.tsx'
import { SecurityPart } from './profile/SecurityPart.tsx'
import type { ProfileView } from './profile/fields.ts'
import { useProfileForm } from './profile/use-profile-form.ts'
import type { ProfileForm } from './profile/use-profile-form.ts'
import { profileQuery } from './queries.ts'

/** The driver's identity, contacts, and data. */
export function Profile() {
  const profile = useQuery(profileQuery)
  const driver = useQuery(sessionQuery)
  const driverId = driver.data?.id ?? shownDriver()
  if (profile.data && driverId !== null)
    return <Filled key={driverId} driverId={driverId} saved={profile.data} />
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 min-[22.5rem]:px-4 lg:px-6">
      <div className="card overflow-hidden">
        <FailedOr query={profile}>
          <div aria-busy="true">
            <SkeletonRows rows={7} />
          </div>
        </FailedOr>
      </div>
    </div>
  )
}

function Filled({ driverId, saved }: { driverId: string; saved: ProfileView }) {
  const form = useProfileForm(driverId, saved)
  return (
    <form
      id={form.fields.id}
      noValidate
      className="mx-auto grid w-full max-w-[72rem] gap-8 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:grid-cols-2 lg:gap-10 lg:px-6"
      onSubmit={submit(form.save)}
    >
      <div className="grid content-start gap-8">
        <NamePart form={form} />
        <ContactPart profile={saved} />
        <AlertsPart />
        <PlacePart form={form} />
      </div>
      <div className="grid content-start gap-8">
        <AppPart form={form} />
        <SecurityPart email={saved.email} />
        <DataPart />
      </div>
      <SaveBar form={form} />
    </form>
  )
}

function NamePart({ form }: { form: ProfileForm }) {
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
function AlertsPart() {
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

function PlacePart({ form }: { form: ProfileForm }) {
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
      <TimeZoneField label={t('register.time_zone')} {...form.fields.bind('timeZone')} />
    </Part>
  )
}

function AppPart({ form }: { form: ProfileForm }) {
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

/** Saves changes; hidden while there are none. */
function SaveBar({ form }: { form: ProfileForm }) {
  const { t } = useWords()
  const refusal = useProblemText(form.problem)
  if (!form.dirty && !form.done && !form.saving) return null
  return (
    <BottomBar>
      <div className="grid items-center gap-x-6 gap-y-1.5 lg:grid-cols-[minmax(0,1fr)_24rem]">
        {refusal && form.dirty ? (
          <p role="alert" className="font-bold leading-tight text-red">
            {t('profile.save_failed')} {refusal}
          </p>
        ) : (
          <p className="hidden text-muted lg:block">{form.dirty && t('profile.unsaved')}</p>
        )}
        <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-2">
          {form.dirty && (
            <button type="button" className="btn !min-h-14 !rounded-[1.125rem]" onClick={form.discard}>
              {t('profile.discard')}
            </button>
          )}
          <button
            type="submit"
            form={form.fields.id}
            className={`act !min-h-14 ${form.dirty ? '' : 'col-span-2'}`}
            data-quiet={!form.dirty}
            aria-disabled={form.saving || !form.dirty}
          >
            {form.saving ? (
              t('form.saving')
            ) : form.dirty ? (
              t('profile.save')
            ) : (
              <>
                <IconCheck size={22} aria-hidden className="text-green" />
                {t('profile.saved')}
              </>
            )}
          </button>
        </div>
      </div>
    </BottomBar>
  )
}

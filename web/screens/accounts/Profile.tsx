import { useQuery } from '@tanstack/react-query'
import { shownDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { profileQuery } from './queries.ts'
import { FailedOr } from '../../ui/Failed.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { submit } from '../../ui/submit.ts'
import { ContactPart } from './profile/ContactPart.tsx'
import { DataPart } from './profile/DataPart.tsx'
import { AlertsPart, AppPart, NamePart, PlacePart } from './profile/Parts.tsx'
import { SaveBar } from './profile/SaveBar.tsx'
import { SecurityPart } from './profile/SecurityPart.tsx'
import type { ProfileView } from './profile/fields.ts'
import { useProfileForm } from './profile/use-profile-form.ts'

/** The driver's identity, contacts, and data. */
export function Profile() {
  const { t } = useWords()
  const profile = useQuery(profileQuery)
  const driver = useQuery(sessionQuery)
  const driverId = driver.data?.id ?? shownDriver()
  if (profile.data && driverId !== null)
    return <Filled key={driverId} driverId={driverId} saved={profile.data} />
  return (
    <div className="mx-auto w-full max-w-[72rem] px-3 min-[22.5rem]:px-4 lg:px-6">
      <div className="card overflow-hidden">
        <FailedOr query={profile} title={t('profile.load_failed')}>
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

import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { announce } from '../../../announce.ts'
import { api, toProblem } from '../../../client.ts'
import { rememberDriver } from '../../../driver.ts'
import type { Driver } from '../../../driver.ts'
import { useWords } from '../../../i18n.ts'
import { dropOtherApp, queryClient, sessionQuery } from '../../../queries.ts'
import { profileQuery } from '../queries.ts'
import { useFields } from '../../../ui/use-fields.ts'
import { useTabDraft } from '../../../ui/use-tab-draft.ts'
import { readDraft } from '../../../stored-draft.ts'
import { checkProfile } from '../rules.ts'
import { fromProfileFields, sameProfile, toProfileFields } from './fields.ts'
import type { ProfileFields, ProfileView } from './fields.ts'

/** Stores a profile from the server, and the driver that menu and home show. */
export function takeProfile(profile: ProfileView, driver?: Driver): void {
  queryClient.setQueryData(profileQuery.queryKey, profile)
  if (!driver) return
  const before = queryClient.getQueryData(sessionQuery.queryKey)
  rememberDriver(driver)
  queryClient.setQueryData(sessionQuery.queryKey, driver)
  dropOtherApp(before, driver)
  // Its hours moved to the new zone, as a new version.
  if (before?.timeZone !== driver.timeZone) void queryClient.invalidateQueries({ queryKey: ['filter'] })
}

/** The form of the profile: input survives a reload and a refusal. */
export function useProfileForm(driverId: string, savedProfile: ProfileView) {
  const { t } = useWords()
  const key = `draft.profile.${driverId}`
  const clean = toProfileFields(savedProfile)
  const fields = useFields<ProfileFields>(() => readDraft(key, clean) ?? clean)
  const { values, replace } = fields
  // Saved elsewhere meanwhile: untouched fields follow.
  const [base, setBase] = useState(clean)
  if (!sameProfile(base, clean)) {
    setBase(clean)
    if (sameProfile(values, base)) replace(clean)
  }
  const dirty = !sameProfile(values, clean)
  useTabDraft(key, dirty ? values : null)

  const mutation = useMutation({ mutationFn: () => api.accounts.saveProfile(fromProfileFields(values)) })
  const save = async () => {
    if (mutation.isPending || !dirty) return
    const refusals = checkProfile(values)
    fields.refuse(refusals)
    if (refusals.length > 0) return
    try {
      const { profile, driver } = await mutation.mutateAsync()
      takeProfile(profile, driver)
      replace(toProfileFields(profile))
      announce(t('profile.saved'))
    } catch (thrown) {
      fields.refuse(toProblem(thrown).params.fields ?? [])
    }
  }
  return {
    fields,
    dirty,
    saved: savedProfile,
    saving: mutation.isPending,
    done: mutation.isSuccess && !dirty,
    problem: mutation.error ? toProblem(mutation.error) : null,
    save,
    discard: () => {
      replace(clean)
      fields.refuse([])
      mutation.reset()
    },
  }
}

export type ProfileForm = ReturnType<typeof useProfileForm>

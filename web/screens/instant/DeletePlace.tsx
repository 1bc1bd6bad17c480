import { describeVariant } from '@madruga/core/variants.ts'
import { useMutation } from '@tanstack/react-query'
import { IconTrash } from '../../icons/drawings.ts'
import { useState } from 'react'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { useVariant } from '../../stations.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { Refused } from '../platforms/Refused.tsx'
import { takeInstant } from './queries.ts'

/**
 * Deletes the saved location after a confirmation: instant offers, if the app makes them, are switched off
 * with it.
 */
export function DeletePlace({ onDeleted }: { onDeleted: () => void }) {
  const { t } = useWords()
  const noInstant = !describeVariant(useVariant()).hasInstantOffers
  const [open, setOpen] = useState(false)
  const remove = useMutation({
    mutationFn: () => api.instant.removeLocation(),
    onSuccess: async (view) => {
      announce(t('place.deleted'))
      setOpen(false)
      onDeleted()
      await takeInstant(view)
    },
  })
  return (
    <>
      <button
        type="button"
        className="btn w-full"
        onClick={() => {
          remove.reset()
          setOpen(true)
        }}
      >
        <IconTrash size={20} aria-hidden />
        {t('place.delete')}
      </button>
      <ConfirmSheet
        open={open}
        onOpenChange={setOpen}
        title={t('place.delete_title')}
        go={t(remove.isPending ? 'place.deleting' : 'place.delete')}
        keep={t('form.keep')}
        busy={remove.isPending}
        danger
        onGo={() => remove.mutate()}
      >
        <div className="grid gap-3">
          <p className="leading-snug">{t(noInstant ? 'place.delete_text_trips' : 'place.delete_text')}</p>
          <Refused error={remove.error} />
        </div>
      </ConfirmSheet>
    </>
  )
}

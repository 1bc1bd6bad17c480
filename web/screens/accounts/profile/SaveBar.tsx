import { IconCheck } from '../../../icons/check.ts'
import { useWords } from '../../../i18n.ts'
import { BottomBar } from '../../../ui/BottomBar.tsx'
import { useProblemText } from '../problem-text.ts'
import type { ProfileForm } from './use-profile-form.ts'

/** Saves changes; hidden while there are none. */
export function SaveBar({ form }: { form: ProfileForm }) {
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
              t('profile.saving')
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

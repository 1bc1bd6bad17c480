import { IconCheck } from '../icons/drawings.ts'
import type { Problem } from '../client.ts'
import { useWords } from '../i18n.ts'

/** Whose texts: `filter.save` or `alerts.save`. */
type Of = 'filter' | 'alerts'

/** Saves the form `form`, under the thumb; `quiet` = nothing is to be saved. */
export function SaveButton({
  of,
  form,
  saving,
  quiet,
}: {
  of: Of
  form: string
  saving: boolean
  quiet: boolean
}) {
  const { t } = useWords()
  return (
    <button type="submit" form={form} className="act !min-h-14" data-quiet={quiet} aria-disabled={saving}>
      {!saving && quiet && <IconCheck size={22} aria-hidden className="text-green" />}
      {t(saving ? 'form.saving' : quiet ? `${of}.saved` : `${of}.save`)}
    </button>
  )
}

/** The line above the button: errors, or the state. A phone shows only errors. */
export function SaveLine({
  faults,
  problem,
  state,
}: {
  /** How many fields have errors. */
  faults: number
  problem: Problem | null
  state: string
}) {
  const { t, say } = useWords()
  if (faults > 0)
    return <p className="font-bold leading-tight text-red">{t('form.fix', { count: faults })}</p>
  if (problem === null) return <p className="hidden text-muted lg:block">{state}</p>
  return (
    <p role="alert" className="font-bold leading-tight text-red">
      {say(`error.${problem.code}`, problem.params)} {t('filter.not_sent')}
    </p>
  )
}

import { IconPlus, IconTrash } from '../../icons/drawings.ts'
import { useWords } from '../../i18n.ts'
import { NumberRow, Pair, Refusal } from './Rows.tsx'
import { proposeLength } from './fields.ts'
import type { LengthFields, SettingFields } from './fields.ts'
import { errorAt, partOf } from './part.ts'
import type { Part } from './part.ts'

/** Pay by block length: a row for each wanted length. */
export function Lengths({ part }: { part: Part<SettingFields> }) {
  const { t } = useWords()
  const lengths = partOf(part, 'lengths')
  const error = errorAt(lengths)
  return (
    <div className="grid gap-2" data-invalid={error !== undefined}>
      {lengths.value.map((_, index) => (
        // Rows have no name of their own; what is typed lives in the form, not in them.
        // oxlint-disable-next-line react/no-array-index-key -- as above
        <LengthRow
          key={index}
          part={partOf(lengths, index)}
          onRemove={() => lengths.update((old) => old.toSpliced(index, 1))}
        />
      ))}
      <Refusal>{error}</Refusal>
      <button
        type="button"
        className="btn w-full"
        onClick={() => lengths.update((old) => [...old, proposeLength(part.value)])}
      >
        <IconPlus size={20} aria-hidden />
        {t('editor.add_length')}
      </button>
    </div>
  )
}

function LengthRow({ part, onRemove }: { part: Part<LengthFields>; onRemove: () => void }) {
  const { t, number } = useWords()
  const name = t('editor.length_of', { hours: number(part.value.hours ?? 0) })
  return (
    <fieldset className="min-w-0 rounded-2xl border-[1.5px] border-line bg-surface p-3.5">
      <legend className="sr-only">{name}</legend>
      <div className="flex items-start gap-2">
        <div className="min-w-0 flex-1">
          <NumberRow part={part} name="hours" text="editor.length" step={0.5} unit="hours" />
        </div>
        <button
          type="button"
          className="mt-7 grid size-12 shrink-0 place-items-center rounded-xl text-muted hover:bg-surface-2"
          aria-label={t('editor.remove_length', { hours: number(part.value.hours ?? 0) })}
          onClick={onRemove}
        >
          <IconTrash size={20} aria-hidden />
        </button>
      </div>
      <div className="mt-3">
        <Pair>
          <NumberRow part={part} name="min" text="editor.length_min" step={5} unit="money" />
          <NumberRow part={part} name="max" zero="any" text="editor.length_max" step={5} unit="money" />
        </Pair>
      </div>
    </fieldset>
  )
}

import { useWords } from '../../i18n.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { Segmented } from '../../ui/Segmented.tsx'
import { NumberRow, Pair, ToggleRow } from './Rows.tsx'
import { proposeLengths } from './fields.ts'
import type { SettingFields } from './fields.ts'
import { change } from './part.ts'
import type { Part } from './part.ts'

const Lengths = onDemand(() => import('./Lengths.tsx').then((module) => module.Lengths))

/**
 * Required pay of a block: by hour and block; for the professional plan with maxima, or by the length of
 * the block.
 */
export function PayFields({ part, professional }: { part: Part<SettingFields>; professional: boolean }) {
  const { t } = useWords()
  const byLength = part.value.payBy === 'length'
  const faces = [
    { value: 'hour' as const, label: t('editor.pay_by_hour') },
    { value: 'length' as const, label: t('editor.pay_by_length') },
  ]
  return (
    <div className="grid gap-3">
      {professional && (
        <Segmented
          label={t('editor.pay_by')}
          name={`${part.path}.payBy`}
          value={part.value.payBy}
          choices={faces}
          onChange={(payBy) =>
            part.update((old) => ({
              ...old,
              payBy,
              lengths: payBy === 'length' && old.lengths.length === 0 ? proposeLengths(old) : old.lengths,
            }))
          }
        />
      )}
      {byLength ? <Lengths part={part} /> : <HourAndBlock part={part} professional={professional} />}
      <ToggleRow part={part} name="countTip" text="filter.count_tip" />
    </div>
  )
}

function HourAndBlock({ part, professional }: { part: Part<SettingFields>; professional: boolean }) {
  const { t } = useWords()
  const { value } = part
  const both = isUsed(value.perHour, value.perHourMax) && isUsed(value.total, value.totalMax)
  const total = <NumberRow part={part} name="total" zero="any" text="filter.total" step={5} unit="money" />
  return (
    <>
      <Pair>
        <NumberRow
          part={part}
          name="perHour"
          zero="any"
          text="filter.per_hour"
          step={1}
          unit="money"
          kind="rate"
        />
        {professional ? (
          <NumberRow
            part={part}
            name="perHourMax"
            zero="any"
            text="editor.per_hour_max"
            step={1}
            unit="money"
            kind="rate"
          />
        ) : (
          total
        )}
      </Pair>
      {professional && (
        <Pair>
          {total}
          <NumberRow part={part} name="totalMax" zero="any" text="editor.total_max" step={5} unit="money" />
        </Pair>
      )}
      {professional && <p className="text-sm leading-snug text-muted">{t('editor.max_hint')}</p>}
      {both && (
        <fieldset className="grid grid-cols-[repeat(auto-fit,minmax(min(100%,10rem),1fr))] gap-2">
          <legend className="mb-2 font-semibold">{t('filter.combine')}</legend>
          {(['both', 'either'] as const).map((choice) => (
            <OptionRow
              key={choice}
              name={`${part.path}.combine`}
              checked={value.combine === choice}
              onChoose={() => change(part, { combine: choice })}
            >
              <span className="font-semibold leading-tight">{t(`filter.${choice}`)}</span>
            </OptionRow>
          ))}
        </fieldset>
      )}
    </>
  )
}

function isUsed(min: number | null, max: number | null): boolean {
  return (min ?? 0) > 0 || (max ?? 0) > 0
}

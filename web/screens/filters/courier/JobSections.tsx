import { JOB_KINDS } from '@madruga/core/offers.ts'
import { IconCalendar } from '../../../icons/calendar.ts'
import { IconPackages } from '../../../icons/packages.ts'
import { useWords } from '../../../i18n.ts'
import { OptionRow } from '../../../ui/OptionRow.tsx'
import { SwitchRow } from '../../../ui/SwitchRow.tsx'
import { NumberRow, Pair, Refusal } from '../Rows.tsx'
import { Section } from '../Section.tsx'
import { change, errorAt, partOf } from '../part.ts'
import type { Part } from '../part.ts'
import type { CourierFields } from './courier-fields.ts'

const ICONS = { shift: IconCalendar, order: IconPackages }

/** Planned shifts and ad-hoc orders, each on or off. */
export function JobKindsSection({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  const kinds = partOf(part, 'kinds')
  return (
    <Section name="kinds" title={t('courier.kinds')}>
      <div className="grid gap-2" data-invalid={errorAt(kinds) !== undefined}>
        {JOB_KINDS.map((kind) => {
          const Icon = ICONS[kind]
          const on = kinds.value[kind]
          return (
            <div
              key={kind}
              className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center rounded-2xl bg-surface pl-4"
            >
              <Icon size={26} aria-hidden className={on ? 'text-green' : 'text-muted'} />
              <SwitchRow
                label={t(`courier.kind_${kind}`)}
                hint={t(`courier.kind_${kind}_hint`)}
                checked={on}
                onChange={(checked) => change(kinds, { [kind]: checked })}
              />
            </div>
          )
        })}
        <Refusal>{errorAt(kinds)}</Refusal>
      </div>
    </Section>
  )
}

/** The shortest and the longest job. */
export function LengthSection({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  return (
    <Section name="length" title={t('courier.length')} hint={t('courier.length_hint')}>
      <Pair>
        <NumberRow
          part={part}
          name="minMinutes"
          zero="any"
          text="courier.shortest"
          step={15}
          unit="minutes"
        />
        <NumberRow part={part} name="maxMinutes" zero="any" text="courier.longest" step={15} unit="minutes" />
      </Pair>
    </Section>
  )
}

/** The longest way of a job. */
export function DistanceSection({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  return (
    <Section name="distance" title={t('courier.distance')} hint={t('courier.distance_hint')}>
      <div className="max-w-[22rem]">
        <NumberRow
          part={part}
          name="maxMiles"
          zero="any"
          text="courier.max_miles"
          step={1}
          unit="count"
          kind="rate"
        />
      </div>
    </Section>
  )
}

/** Whether a place on a full shift's wait list is held. */
export function WaitListSection({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  const waitlist = partOf(part, 'waitlist')
  return (
    <Section name="waitlist" title={t('courier.waitlist')} hint={t('courier.waitlist_hint')}>
      <fieldset className="grid gap-2">
        <legend className="sr-only">{t('courier.waitlist')}</legend>
        {(['hold', 'leave'] as const).map((choice) => (
          <OptionRow
            key={choice}
            name="waitlist"
            checked={waitlist.value === choice}
            onChoose={() => waitlist.update(() => choice)}
          >
            <span className="min-w-0">
              <span className="block font-semibold leading-tight">{t(`courier.waitlist_${choice}`)}</span>
              <span className="block text-sm leading-snug text-muted">
                {t(`courier.waitlist_${choice}_hint`)}
              </span>
            </span>
          </OptionRow>
        ))}
      </fieldset>
    </Section>
  )
}

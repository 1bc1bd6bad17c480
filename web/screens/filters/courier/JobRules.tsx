import { UNKNOWN_PAYS } from '@madruga/core/filters.ts'
import { JOB_KINDS } from '@madruga/core/offers.ts'
import type { JobKind } from '@madruga/core/offers.ts'
import { IconCalendar, IconPackages } from '../../../icons/drawings.ts'
import { useWords } from '../../../i18n.ts'
import type { Words } from '../../../i18n.ts'
import { OptionGroup } from '../../../ui/OptionGroup.tsx'
import { SwitchRow } from '../../../ui/SwitchRow.tsx'
import type { MoreRule } from '../MoreRules.tsx'
import { NumberRow, Pair, Refusal } from '../Rows.tsx'
import { stateOf } from '../extras.ts'
import { change, errorAt, hasErrors, partOf } from '../part.ts'
import type { Part } from '../part.ts'
import { SkillRows } from './SkillRows.tsx'
import type { CourierFields } from './courier-fields.ts'

const ICONS = { shift: IconCalendar, order: IconPackages }

/**
 * A courier's own rules beyond where, how much and when; none that cannot apply to the jobs that the platform
 * has.
 */
export function jobRules(
  words: Words,
  root: Part<CourierFields>,
  platformKinds: readonly JobKind[],
): MoreRule[] {
  const { t, number } = words
  const { kinds, unknownPay, maxMiles, skills, waitlist } = root.value
  const off = t('beyond.off')
  const isRefused = (...names: (keyof CourierFields)[]) => names.some((name) => hasErrors(partOf(root, name)))
  const length = stateOf(words, root.value, { minMinutes: 'courier.shortest', maxMinutes: 'courier.longest' })
  const rules: (MoreRule & { applies: boolean })[] = [
    {
      name: 'kinds',
      applies: platformKinds.length > 1 || platformKinds.some((kind) => !kinds[kind]),
      title: t('courier.kinds'),
      state: JOB_KINDS.filter((kind) => kinds[kind])
        .map((kind) => t(`courier.kind_${kind}`))
        .join(', '),
      inUse: JOB_KINDS.some((kind) => !kinds[kind]),
      refused: isRefused('kinds'),
      body: <JobKindsRows part={root} />,
    },
    {
      name: 'unknownPay',
      applies: true,
      title: t('courier.unknown_pay'),
      state: t(`courier.unknown_${unknownPay}`),
      inUse: true,
      refused: isRefused('ownRate'),
      body: <UnknownPayRows part={root} />,
    },
    {
      name: 'length',
      applies: true,
      title: t('courier.length'),
      state: length || off,
      inUse: length !== '',
      refused: isRefused('minMinutes', 'maxMinutes'),
      body: <LengthRows part={root} />,
    },
    {
      name: 'distance',
      applies: platformKinds.includes('order') || maxMiles !== 0,
      title: t('courier.distance'),
      state: maxMiles ? `${t('courier.max_miles')} ${number(maxMiles)}` : off,
      inUse: maxMiles !== 0,
      refused: isRefused('maxMiles'),
      body: <DistanceRows part={root} />,
    },
    {
      name: 'skills',
      applies: true,
      title: t('courier.skills'),
      state: skills.join(', ') || off,
      inUse: skills.length > 0,
      refused: isRefused('skills'),
      body: <SkillRows part={partOf(root, 'skills')} />,
    },
    {
      name: 'waitlist',
      applies: platformKinds.includes('shift'),
      title: t('courier.waitlist'),
      state: t(`courier.waitlist_${waitlist}`),
      inUse: waitlist === 'hold',
      refused: isRefused('waitlist'),
      body: <WaitListRows part={root} />,
    },
  ]
  return rules.filter(({ applies }) => applies)
}

/** Planned shifts and ad-hoc orders, each on or off. */
function JobKindsRows({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  const kinds = partOf(part, 'kinds')
  return (
    <div className="-mx-4" data-invalid={errorAt(kinds) !== undefined}>
      {JOB_KINDS.map((kind) => {
        const Icon = ICONS[kind]
        const on = kinds.value[kind]
        return (
          <div key={kind} className="grid grid-cols-[1.75rem_minmax(0,1fr)] items-center pl-4">
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
      <div className="px-4">
        <Refusal>{errorAt(kinds)}</Refusal>
      </div>
    </div>
  )
}

/** The shortest and the longest job. */
function LengthRows({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  return (
    <>
      <p className="leading-snug text-muted">{t('courier.length_hint')}</p>
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
    </>
  )
}

/** The longest way of a job. */
function DistanceRows({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  return (
    <>
      <p className="leading-snug text-muted">{t('courier.distance_hint')}</p>
      <NumberRow
        part={part}
        name="maxMiles"
        zero="any"
        text="courier.max_miles"
        step={1}
        unit="count"
        kind="rate"
      />
    </>
  )
}

/** Whether a place on a full shift's wait list is held. */
function WaitListRows({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  const waitlist = partOf(part, 'waitlist')
  return (
    <OptionGroup
      label={t('courier.waitlist_hint')}
      name="waitlist"
      value={waitlist.value}
      choices={(['hold', 'leave'] as const).map((value) => ({
        value,
        title: t(`courier.waitlist_${value}`),
        note: t(`courier.waitlist_${value}_hint`),
      }))}
      onChange={(value) => waitlist.update(() => value)}
    />
  )
}

/** What to do with a job whose pay the platform does not state, and the driver's own rate. */
function UnknownPayRows({ part }: { part: Part<CourierFields> }) {
  const { t } = useWords()
  const unknownPay = partOf(part, 'unknownPay')
  const rate = partOf(part, 'ownRate')
  return (
    <>
      <OptionGroup
        label={t('courier.unknown_pay_hint')}
        name="unknown-pay"
        value={unknownPay.value}
        choices={UNKNOWN_PAYS.map((value) => ({
          value,
          title: t(`courier.unknown_${value}`),
          note: t(`courier.unknown_${value}_hint`),
        }))}
        onChange={(value) => unknownPay.update(() => value)}
      />
      {(unknownPay.value === 'own_rate' || hasErrors(rate)) && (
        <Pair>
          <NumberRow
            part={rate}
            name="perHour"
            zero="off"
            text="courier.rate_hour"
            step={1}
            unit="money"
            kind="rate"
          />
          <NumberRow
            part={rate}
            name="perMile"
            zero="off"
            text="courier.rate_mile"
            step={0.1}
            unit="money"
            kind="fine"
          />
        </Pair>
      )}
    </>
  )
}

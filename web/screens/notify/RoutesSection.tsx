import { IconChevronDown } from '../../icons/drawings.ts'
import { useState } from 'react'
import type { NotificationKind } from '@madruga/core/notify.ts'
import { useWords } from '../../i18n.ts'
import { useVariant } from '../../stations.ts'
import { useDesktop } from '../../ui/media.ts'
import { AlertSection } from './AlertSection.tsx'
import { CHANNEL_ICONS } from './ChannelCard.tsx'
import { NewsIcon } from './NewsRow.tsx'
import { alertGroupsOf, isFixed, toggleRoute } from './alerts.ts'
import type { AlertsForm } from './use-alerts-form.ts'

/** Kinds of notifications by channels: a table if there is room, expandable rows on a phone. */
export function RoutesSection({ form }: { form: AlertsForm }) {
  const { t } = useWords()
  const desktop = useDesktop()
  return (
    <AlertSection name="kinds" title={t('alerts.kinds')}>
      <div className="card overflow-hidden">{desktop ? <Table form={form} /> : <Rows form={form} />}</div>
    </AlertSection>
  )
}

function Table({ form }: { form: AlertsForm }) {
  const { t } = useWords()
  const app = useVariant()
  const { routes, channels } = form.fields
  return (
    <table className="w-full">
      <thead>
        <tr className="text-sm text-muted">
          <th scope="col" className="py-2 pl-4 text-left font-semibold">
            {t('alerts.kind')}
          </th>
          {form.ways.map((channel) => (
            <th key={channel} scope="col" className="px-1 py-2 font-semibold">
              {t(`channel.${channel}`)}
            </th>
          ))}
        </tr>
      </thead>
      {alertGroupsOf(app).map(({ group, kinds }) => (
        <tbody key={group}>
          <tr className="border-t border-line bg-surface-2">
            <th
              scope="rowgroup"
              colSpan={form.ways.length + 1}
              className="px-4 pb-1 pt-3 text-left font-extrabold"
            >
              {t(`alerts.group_${group}`)}
            </th>
          </tr>
          {kinds.map((kind) => (
            <tr key={kind} className="border-t border-line">
              <th scope="row" className="py-1 pl-4 pr-2 text-left font-semibold leading-tight">
                {t(`news.${kind}`)}
              </th>
              {form.ways.map((channel) => (
                <td key={channel} className="text-center">
                  <label className="grid min-h-12 cursor-pointer place-items-center">
                    <input
                      type="checkbox"
                      className="size-5 accent-[var(--sign)] dark:accent-[var(--green)]"
                      checked={routes[kind].includes(channel)}
                      disabled={isFixed(kind, channel)}
                      title={channels[channel] ? undefined : t('alerts.channel_off')}
                      aria-label={`${t(`news.${kind}`)}: ${t(`channel.${channel}`)}`}
                      onChange={() => form.change({ routes: toggleRoute(routes, kind, channel) })}
                    />
                  </label>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      ))}
    </table>
  )
}

function Rows({ form }: { form: AlertsForm }) {
  const { t } = useWords()
  const app = useVariant()
  const [open, setOpen] = useState<NotificationKind | null>(null)
  return alertGroupsOf(app).map(({ group, kinds }, index) => (
    <details key={group} className="group border-b border-line last:border-b-0" open={index === 0}>
      <summary className="flex min-h-14 list-none items-center justify-between px-4 font-extrabold [&::-webkit-details-marker]:hidden">
        {t(`alerts.group_${group}`)}
        <IconChevronDown
          size={20}
          aria-hidden
          className="shrink-0 text-muted transition-transform group-open:rotate-180 motion-reduce:transition-none"
        />
      </summary>
      <ul className="border-t border-line">
        {kinds.map((kind) => (
          <Row
            key={kind}
            kind={kind}
            form={form}
            open={open === kind}
            onToggle={() => setOpen(open === kind ? null : kind)}
          />
        ))}
      </ul>
    </details>
  ))
}

function Row({
  kind,
  form,
  open,
  onToggle,
}: {
  kind: NotificationKind
  form: AlertsForm
  open: boolean
  onToggle: () => void
}) {
  const { t } = useWords()
  const { routes, channels } = form.fields
  const usedWays = form.ways.filter((channel) => channels[channel] && routes[kind].includes(channel))
  return (
    <li className="border-b border-line last:border-b-0">
      <button
        type="button"
        className="flex min-h-16 w-full items-center gap-3 px-4 py-2 text-left"
        aria-expanded={open}
        onClick={onToggle}
      >
        <NewsIcon kind={kind} />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold leading-tight">{t(`news.${kind}`)}</span>
          <span className="mt-0.5 block text-sm text-muted">
            {usedWays.length === 0
              ? t('alerts.inbox_only')
              : usedWays.map((channel) => t(`channel.${channel}`)).join(', ')}
          </span>
        </span>
        <IconChevronDown
          size={20}
          aria-hidden
          className={`shrink-0 text-muted transition-transform motion-reduce:transition-none ${open ? 'rotate-180' : ''}`}
        />
      </button>
      {open && <Channels kind={kind} form={form} />}
    </li>
  )
}

function Channels({ kind, form }: { kind: NotificationKind; form: AlertsForm }) {
  const { t } = useWords()
  const { routes, channels } = form.fields
  return (
    <fieldset className="grid grid-cols-2 gap-2 px-4 pb-4">
      <legend className="sr-only">{t(`news.${kind}`)}</legend>
      {form.ways.map((channel) => {
        const Icon = CHANNEL_ICONS[channel]
        return (
          <button
            key={channel}
            type="button"
            className="choice flex items-center gap-2"
            aria-pressed={routes[kind].includes(channel)}
            aria-disabled={isFixed(kind, channel)}
            onClick={() => form.change({ routes: toggleRoute(routes, kind, channel) })}
          >
            <Icon size={20} aria-hidden className="shrink-0" />
            <span className="min-w-0">
              <span className="block truncate font-bold">{t(`channel.${channel}`)}</span>
              {!channels[channel] && (
                <span className="choice-note block leading-tight">{t('alerts.channel_off')}</span>
              )}
            </span>
          </button>
        )
      })}
      {isFixed(kind, 'email') && (
        <p className="col-span-2 text-sm leading-snug text-muted">
          {t('channel.email')}: {t('alerts.always')}
        </p>
      )}
    </fieldset>
  )
}

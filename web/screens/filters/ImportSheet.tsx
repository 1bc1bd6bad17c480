import { useMemo } from 'react'
import { readTransfer, stationIdsOf } from '@madruga/core/filters.ts'
import type { Filter, ReadTransfer } from '@madruga/core/filters.ts'
import type { Station, Variant } from '@madruga/core/offers.ts'
import type { Plan } from '@madruga/core/plans.ts'
import { useWords } from '../../i18n.ts'
import { Notice } from '../../ui/Notice.tsx'
import { LateSheet } from '../../ui/LateSheet.tsx'
import { zoneName } from '@madruga/core/formats.ts'

/** The driver for whom a file is read. */
export type FileOwner = { variant: Variant; plan: Plan; timeZone: string; stations: readonly Station[] }

export type PickedFile = { name: string; text: string }

/** A preview of a file's import, and what cannot be imported, before anything changes. */
export function ImportSheet({
  picked,
  own,
  dirty,
  onClose,
  onTake,
}: {
  picked: PickedFile
  own: FileOwner
  /** The import would replace unsaved input. */
  dirty: boolean
  onClose: () => void
  onTake: (filter: Filter) => void
}) {
  const { t } = useWords()
  const result = useMemo(() => readTransfer(picked.text, own), [picked, own])
  return (
    <LateSheet
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('file.import_title')}
      footer={
        <div className="grid gap-2">
          {result.ok && (
            <button type="button" className="act" onClick={() => onTake(result.read.filter)}>
              {t('file.take')}
            </button>
          )}
          <button type="button" className="btn w-full" onClick={onClose}>
            {t('form.cancel')}
          </button>
        </div>
      }
    >
      <div className="grid gap-3">
        <p className="truncate text-muted">{picked.name}</p>
        {result.ok ? (
          <Brought read={result.read} dirty={dirty} />
        ) : (
          <Notice kind="bad">
            {result.refusal.reason === 'broken'
              ? t('file.broken', { path: result.refusal.path })
              : t(`file.${result.refusal.reason}`)}
          </Notice>
        )}
      </div>
    </LateSheet>
  )
}

function Brought({ read, dirty }: { read: ReadTransfer; dirty: boolean }) {
  const words = useWords()
  const { t } = words
  const { filter } = read
  const count = stationIdsOf(filter).length
  const own =
    filter.variant === 'amazon' ? filter.stations.filter((choice) => choice.settings.length > 0).length : 0
  return (
    <>
      <p className="text-lg font-bold leading-snug">
        {t('file.brings', { count })}
        {own > 0 && ` ${t('file.brings_own', { count: own })}`}
      </p>
      {read.unknownStations.length > 0 && (
        <Notice kind="plain">
          {t('file.unknown', {
            count: read.unknownStations.length,
            stations: read.unknownStations.join(', '),
          })}
        </Notice>
      )}
      {read.dropped.length > 0 && (
        <Notice kind="plain">
          {t('file.dropped', { parts: read.dropped.map((part) => t(`dearer.${part}`)).join(', ') })}
        </Notice>
      )}
      {read.otherZone && (
        <Notice kind="plain">
          {t('file.zone', {
            file: zoneName(words.locale, read.otherZone),
            own: zoneName(words.locale, read.filter.timeZone),
          })}
        </Notice>
      )}
      <p className="leading-snug text-muted">{t(dirty ? 'file.replaces' : 'file.unsaved')}</p>
    </>
  )
}

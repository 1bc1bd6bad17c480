import { IconDownload } from '../../icons/download.ts'
import { IconX } from '../../icons/x.ts'
import { useState } from 'react'
import { useWords } from '../../i18n.ts'
import { takeRelease, useNewRelease } from '../../release.ts'

/** Announces a newer app, and loads it on request. */
export function NewRelease() {
  const { t } = useWords()
  const there = useNewRelease()
  const [put, putOff] = useState(false)
  if (!there || put) return null
  return (
    <section
      aria-label={t('release.title')}
      className="fixed inset-x-3 top-[calc(3.75rem+env(safe-area-inset-top))] z-40 mx-auto flex max-w-[30rem] items-center gap-3 rounded-2xl bg-surface p-3 pl-4 shadow-[0_8px_30px_rgb(0_0_0/0.35)]"
    >
      <IconDownload aria-hidden className="shrink-0 text-amber-text" />
      <output className="min-w-0 flex-1 leading-snug">
        <b>{t('release.title')}</b> <span className="text-muted">{t('release.text')}</span>
      </output>
      <button
        type="button"
        className="min-h-12 shrink-0 rounded-xl bg-amber px-4 font-extrabold text-on-amber"
        onClick={() => void takeRelease()}
      >
        {t('release.take')}
      </button>
      <button
        type="button"
        aria-label={t('release.later')}
        className="grid size-12 shrink-0 place-items-center rounded-xl"
        onClick={() => putOff(true)}
      >
        <IconX aria-hidden />
      </button>
    </section>
  )
}

import { useMutation, useQuery } from '@tanstack/react-query'
import { IconCalendarShare, IconCopy } from '../../icons/drawings.ts'
import { useState } from 'react'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { linkQuery } from './queries.ts'
import type { CalendarLink } from './queries.ts'

type Asked = 'renew' | 'remove' | null

/** The secret address by which a phone's calendar reads the blocks: create, copy, renew, disable. */
export function CalendarLinkCard({ timeZone }: { timeZone: string }) {
  const { t } = useWords()
  const link = useQuery(linkQuery)
  const [question, setQuestion] = useState<Asked>(null)
  const take = (answer: CalendarLink, key: 'blocks.link_made' | 'blocks.link_removed') => {
    queryClient.setQueryData(linkQuery.queryKey, answer)
    announce(t(key))
    setQuestion(null)
  }
  const make = useMutation({
    mutationFn: () => api.blocks.makeCalendarLink(),
    onSuccess: (answer) => take(answer, 'blocks.link_made'),
  })
  const remove = useMutation({
    mutationFn: () => api.blocks.removeCalendarLink(),
    onSuccess: (answer) => take(answer, 'blocks.link_removed'),
  })
  const error = make.error ?? remove.error
  const busy = make.isPending || remove.isPending
  return (
    <section className="card grid gap-3 p-4" aria-labelledby="calendar-link">
      <h2 id="calendar-link" className="flex items-center gap-2 text-lg font-extrabold">
        <IconCalendarShare size={22} aria-hidden className="text-muted" />
        {t('blocks.link')}
      </h2>
      {link.data === undefined ? (
        <FailedOr query={link}>
          <Skeleton className="h-12" />
        </FailedOr>
      ) : link.data.path === null ? (
        <button
          type="button"
          className="btn justify-self-start"
          aria-disabled={busy}
          onClick={() => busy || make.mutate()}
        >
          {t(busy ? 'blocks.link_making' : 'blocks.link_make')}
        </button>
      ) : (
        <Address path={link.data.path} readAt={link.data.readAt} timeZone={timeZone} onAsk={setQuestion} />
      )}
      {question === null && <RefusalNotice error={error} />}
      <ConfirmSheet
        open={question !== null}
        onOpenChange={(open) => open || setQuestion(null)}
        title={t(question === 'remove' ? 'blocks.link_remove_title' : 'blocks.link_renew_title')}
        go={t(question === 'remove' ? 'form.remove' : 'blocks.link_renew')}
        keep={t('form.keep')}
        busy={busy}
        danger={question === 'remove'}
        onGo={() => (question === 'remove' ? remove.mutate() : make.mutate())}
      >
        <p className="text-lg leading-snug">
          {t(question === 'remove' ? 'blocks.link_remove_text' : 'blocks.link_renew_text')}
        </p>
        <RefusalNotice error={error} />
      </ConfirmSheet>
    </section>
  )
}

function Address({
  path,
  readAt,
  timeZone,
  onAsk,
}: {
  path: string
  readAt: number | null
  timeZone: string
  onAsk: (asked: Asked) => void
}) {
  const { t, date } = useWords()
  const [copyResult, setCopyResult] = useState<'yes' | 'no' | null>(null)
  const url = new URL(path, location.origin).href
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(url)
      setCopyResult('yes')
      announce(t('invite.copied'))
    } catch {
      setCopyResult('no')
    }
  }
  return (
    <div className="grid gap-3">
      <label className="grid gap-1">
        <span className="text-sm font-semibold">{t('blocks.link_address')}</span>
        <input
          className="field truncate text-base"
          readOnly
          value={url}
          onFocus={(event) => event.target.select()}
        />
      </label>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn flex-1" onClick={() => void copy()}>
          <IconCopy size={20} aria-hidden />
          {t(copyResult === 'yes' ? 'invite.copied' : 'blocks.link_copy')}
        </button>
        <a className="btn flex-1" href={url.replace(/^https?:/, 'webcal:')}>
          {t('blocks.link_open')}
        </a>
      </div>
      {copyResult === 'no' && <Notice kind="bad">{t('blocks.link_copy_failed')}</Notice>}
      <p className="text-sm text-muted">
        {readAt === null
          ? t('blocks.link_never_read')
          : t('blocks.link_read', { when: date(readAt, timeZone) })}{' '}
        {t('blocks.link_secret')}
      </p>
      <div className="flex flex-wrap gap-2">
        <button type="button" className="btn" onClick={() => onAsk('renew')}>
          {t('blocks.link_renew')}
        </button>
        <button type="button" className="btn text-red" onClick={() => onAsk('remove')}>
          {t('form.remove')}
        </button>
      </div>
    </div>
  )
}

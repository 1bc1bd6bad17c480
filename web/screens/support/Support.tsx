import { useQuery } from '@tanstack/react-query'
import type { UseQueryResult } from '@tanstack/react-query'
import { useState } from 'react'
import { navigate, useSearch } from '../../address.ts'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { IconMessageCircle, IconPencil, IconSend } from '../../icons/drawings.ts'
import { isBilled } from '../../paid.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { EmptyCard } from '../../ui/EmptyCard.tsx'
import { FailedOr } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { RefusalNotice } from '../../ui/RefusalNotice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { SelectField } from '../../ui/SelectField.tsx'
import { SkeletonRows } from '../../ui/Skeleton.tsx'
import { TextArea } from '../../ui/TextArea.tsx'
import { useDesktop } from '../../ui/media.ts'
import { submit } from '../../ui/submit.ts'
import { Conversation } from './Conversation.tsx'
import { placeRequest, readRequestDraft, requestsQuery, LONGEST_TEXT, TOPICS } from './requests.ts'
import type { SupportRequest } from './requests.ts'
import { useRequestForm } from './use-request-form.ts'
import './support.css'

/** Support requests and their messages. `?request=7` opens one of them. */
export function Support() {
  const session = useQuery(sessionQuery)
  // A draft belongs to its driver: the form waits until the driver is known.
  return session.data ? <SupportOf driverId={session.data.id} /> : <Waiting />
}

function Waiting() {
  return (
    <div className="support" aria-busy="true">
      <div className="card overflow-hidden">
        <SkeletonRows rows={4} />
      </div>
    </div>
  )
}

function SupportOf({ driverId }: { driverId: string }) {
  const { t, dayTime } = useWords()
  const desktop = useDesktop()
  const list = useQuery(requestsQuery)
  const hasDraft = readRequestDraft(driverId, null).text !== ''
  const [writing, setWriting] = useState(hasDraft)
  const [notice, setNotice] = useState<string | null>(null)
  const { requests, replyHours } = list.data ?? { requests: [], replyHours: 24 }
  const { open, show } = useOpenRequest(requests)
  if (list.isPending) return <Waiting />
  const take = (request: SupportRequest, text: string) => {
    queryClient.setQueryData(
      requestsQuery.queryKey,
      (now) => now && { ...now, requests: placeRequest(now.requests, request) },
    )
    setNotice(text)
    announce(text)
  }
  const form = desktop || writing || requests.length === 0
  return (
    <div className="support">
      <div className="support-side">
        <PromiseBanner hours={replyHours} />
        {notice !== null && (
          <Notice kind="good" onClose={() => setNotice(null)}>
            {notice}
          </Notice>
        )}
        {form && (
          <NewRequest
            driverId={driverId}
            restored={hasDraft && notice === null}
            {...(!desktop && requests.length > 0 ? { onCancel: () => setWriting(false) } : {})}
            onSent={(request) => {
              setWriting(false)
              take(request, t('support.sent', { time: dayTime(request.dueAt ?? request.openedAt) }))
              show(request.id)
            }}
          />
        )}
        <ScreenLink screen="fqa" className="inline-flex min-h-12 items-center font-bold underline">
          {t('support.questions')}
        </ScreenLink>
      </div>
      <Requests
        driverId={driverId}
        list={list}
        open={open}
        onOpen={show}
        onReplied={(request) => take(request, t('support.reply_sent'))}
      />
      {!form && (
        <BottomBar>
          <button type="button" className="act" onClick={() => setWriting(true)}>
            <IconPencil size={24} aria-hidden className="shrink-0" />
            {t('support.new')}
          </button>
        </BottomBar>
      )}
    </div>
  )
}

function Requests({
  driverId,
  list,
  open,
  onOpen,
  onReplied,
}: {
  driverId: string
  list: UseQueryResult<{ requests: SupportRequest[] }>
  open: number | undefined
  /** 0 closes them all. */
  onOpen: (id: number) => void
  onReplied: (changed: SupportRequest) => void
}) {
  const { t } = useWords()
  return (
    <section aria-labelledby="requests" className="grid content-start gap-3">
      <h2 id="requests" className="text-xl font-extrabold">
        {t('support.requests')}
      </h2>
      <FailedOr query={list}>
        {list.data?.requests.length === 0 && (
          <EmptyCard icon={IconMessageCircle} title={t('support.empty')} />
        )}
      </FailedOr>
      {list.data?.requests.map((one) => (
        <Conversation
          key={one.id}
          driverId={driverId}
          request={one}
          open={one.id === open}
          onToggle={(isOpen) => {
            if (isOpen) onOpen(one.id)
            else if (one.id === open) onOpen(0)
          }}
          onReplied={onReplied}
        />
      ))}
    </section>
  )
}

const show = (id: number) => navigate('/support', { search: { request: id }, replace: true, stay: true })

/** The open request: the one in the address, else the newest that is not closed. */
function useOpenRequest(requests: readonly SupportRequest[]) {
  const { request } = useSearch()
  const open = request === undefined ? requests.find((one) => one.state !== 'closed')?.id : Number(request)
  return { open, show }
}

function PromiseBanner({ hours }: { hours: number }) {
  const { t } = useWords()
  return (
    <div className="support-sign">
      <p className="text-2xl font-extrabold leading-tight">{t('support.promise', { hours })}</p>
      <p className="mt-1 leading-snug">{t('support.promise_text')}</p>
    </div>
  )
}

/** Writing a new request; input survives a reload and a refusal. */
function NewRequest({
  driverId,
  restored,
  onSent,
  onCancel,
}: {
  driverId: string
  /** Whether to mark the text as an old draft. */
  restored: boolean
  onSent: (request: SupportRequest) => void
  onCancel?: () => void
}) {
  const { t } = useWords()
  const [old, setOld] = useState(restored)
  const form = useRequestForm(driverId, null, onSent)
  const send = (within: HTMLFormElement) => {
    setOld(false)
    const lacking = form.send()
    if (lacking) within.querySelector<HTMLElement>(`[name="${lacking}"]`)?.focus()
  }
  return (
    <form noValidate onSubmit={submit(send)} className="card grid gap-4 p-4" aria-labelledby="new-request">
      <h2 id="new-request" className="text-xl font-extrabold">
        {t('support.new')}
      </h2>
      {old && <Notice kind="plain">{t('form.kept')}</Notice>}
      <SelectField
        name="topic"
        label={t('support.topic')}
        value={form.topic ?? ''}
        error={form.lacks.topic ? t('error.field.required') : undefined}
        onChange={(event) => form.change({ topic: TOPICS.find((one) => one === event.target.value) ?? null })}
      >
        <option value="" disabled>
          {t('support.choose')}
        </option>
        {TOPICS.filter((topic) => topic !== 'payment' || isBilled()).map((topic) => (
          <option key={topic} value={topic}>
            {t(`support.topic.${topic}`)}
          </option>
        ))}
      </SelectField>
      <TextArea
        name="text"
        label={t('support.text')}
        hint={t('support.text_hint')}
        rows={5}
        maxLength={LONGEST_TEXT}
        value={form.text}
        error={form.lacks.text ? t('error.field.required') : undefined}
        onChange={(event) => form.change({ text: event.target.value })}
      />
      <RefusalNotice error={form.error} sentence={(reason) => t('support.failed', { reason })} />
      <div className="grid gap-2">
        <button type="submit" className="act" aria-disabled={form.sending}>
          <IconSend size={22} aria-hidden className="shrink-0" />
          {t(form.sending ? 'form.sending' : 'support.send')}
        </button>
        {onCancel && (
          <button type="button" className="btn" onClick={onCancel}>
            {t('form.not_now')}
          </button>
        )}
      </div>
    </form>
  )
}

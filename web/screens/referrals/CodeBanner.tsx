import { IconCheck } from '../../icons/check.ts'
import { IconCopy } from '../../icons/copy.ts'
import { IconShare } from '../../icons/share.ts'
import { useState } from 'react'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import type { Program } from './queries.ts'

/** The code as a guide sign, readable from a phone held up; its link to copy and share. */
export function CodeBanner({ program: { code, link, percent } }: { program: Program }) {
  const { t } = useWords()
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(link)
      setCopied('yes')
      announce(t('invite.copied'))
    } catch {
      setCopied('no')
    }
  }
  const share = async () => {
    try {
      await navigator.share({
        title: t('invite.share_title'),
        text: t('invite.share_text', { code }),
        url: link,
      })
    } catch {
      // The driver dismissed the share sheet, or sharing is not available: the code is still visible.
    }
  }
  const shares = typeof navigator.share === 'function'
  return (
    <section
      aria-labelledby="invite-code"
      className="rounded-[1.25rem] bg-sign px-5 py-5 text-center text-on-sign"
    >
      <h2 id="invite-code" className="font-semibold">
        {t('invite.code')}
      </h2>
      <p className="select-all text-[clamp(2.25rem,11vw,3.75rem)] font-extrabold leading-tight tracking-[0.08em] [overflow-wrap:anywhere]">
        {code}
      </p>
      <p className="mx-auto max-w-[34ch] leading-snug">{t('invite.code_text', { percent })}</p>
      <div className="mt-4 flex flex-wrap gap-2">
        <button
          type="button"
          className="btn flex-1 basis-32 !bg-white/15 !text-on-sign hover:!bg-white/25"
          onClick={() => void copy()}
        >
          {copied === 'yes' ? (
            <IconCheck size={20} aria-hidden className="shrink-0" />
          ) : (
            <IconCopy size={20} aria-hidden className="shrink-0" />
          )}
          {t(copied === 'yes' ? 'invite.copied' : 'invite.copy')}
        </button>
        {shares && (
          <button
            type="button"
            className="btn flex-1 basis-32 !bg-white/15 !text-on-sign hover:!bg-white/25"
            onClick={() => void share()}
          >
            <IconShare size={20} aria-hidden className="shrink-0" />
            {t('invite.share')}
          </button>
        )}
      </div>
      {copied === 'no' && (
        <div role="alert" className="mt-3 text-left">
          <p className="font-semibold leading-snug">{t('invite.copy_failed')}</p>
          <p className="select-all [overflow-wrap:anywhere]">{link}</p>
        </div>
      )}
    </section>
  )
}

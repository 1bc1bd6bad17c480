import { IconX } from '../icons/first.ts'
import { useEffect, useRef } from 'react'
import { useWords } from '../i18n.ts'
import { useBack } from '../ui/use-back.ts'

/** The bank's authentication in a frame over the page; the gateway's page reports its end. */
export function Question({ url, onEnd }: { url: string; onEnd: () => void }) {
  const { t } = useWords()
  const dialog = useRef<HTMLDialogElement>(null)
  const frame = useRef<HTMLIFrameElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  useBack(true, () => dialog.current?.close())
  useEffect(() => {
    const listen = ({ source, data }: MessageEvent<{ type?: unknown } | null>) => {
      const ours = source !== null && source === frame.current?.contentWindow
      if (ours && data?.type === 'cards.next_action_done') dialog.current?.close()
    }
    window.addEventListener('message', listen)
    return () => window.removeEventListener('message', listen)
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-labelledby="bank-question"
      onClose={onEnd}
      className="m-auto w-[min(30rem,calc(100vw-1rem))] rounded-[1.25rem] border-0 bg-surface p-0 text-text backdrop:bg-black/60"
    >
      <div className="flex items-center gap-2 pl-5 pr-2 pt-2">
        <h2 id="bank-question" className="flex-1 text-xl font-extrabold leading-tight">
          {t('pay.bank_title')}
        </h2>
        <button
          type="button"
          className="grid size-12 shrink-0 place-items-center rounded-xl hover:bg-surface-2"
          aria-label={t('shell.close')}
          onClick={() => dialog.current?.close()}
        >
          <IconX size={22} aria-hidden />
        </button>
      </div>
      <iframe
        ref={frame}
        src={url}
        sandbox="allow-forms allow-scripts"
        title={t('pay.bank_frame')}
        referrerPolicy="no-referrer"
        className="block h-[min(32rem,70dvh)] w-full border-0"
      />
    </dialog>
  )
}

import { IconCircleCheck } from '../../../icons/circle-check.ts'
import { IconLoader2 } from '../../../icons/loader-2.ts'
import { IconShieldCheck } from '../../../icons/shield-check.ts'
import { useEffect, useRef } from 'react'
import { useWords } from '../../../i18n.ts'
import { drawBox } from './provider.ts'
import type { Provider } from './provider.ts'
import type { Captcha } from './use-captcha.ts'

/** The state of the human check in one line; for an external provider, its box. */
export function CaptchaField({ captcha }: { captcha: Captcha }) {
  const { t } = useWords()
  const { state, asked } = captcha
  if (asked && asked.provider !== 'altcha' && asked.siteKey !== null)
    return (
      <ProviderBox key={captcha.round} captcha={captcha} provider={asked.provider} siteKey={asked.siteKey} />
    )
  return (
    <div
      className="flex min-h-13 items-center gap-3 rounded-xl bg-surface-2 px-4 py-1.5"
      data-captcha={state}
    >
      {state === 'checking' ? (
        <IconLoader2
          size={22}
          aria-hidden
          className="shrink-0 animate-spin text-amber-text motion-reduce:animate-none"
        />
      ) : state === 'done' ? (
        <IconCircleCheck size={22} aria-hidden className="shrink-0 text-green" />
      ) : (
        <IconShieldCheck size={22} aria-hidden className="shrink-0 text-muted" />
      )}
      <output className="min-w-0 flex-1 py-1 font-semibold leading-snug">{t(`captcha.${state}`)}</output>
      {state === 'failed' && (
        <button type="button" className="btn !bg-surface" onClick={captcha.again}>
          {t('shell.retry')}
        </button>
      )}
    </div>
  )
}

function ProviderBox({
  captcha,
  provider,
  siteKey,
}: {
  captcha: Captcha
  provider: Provider
  siteKey: string
}) {
  const { t, language } = useWords()
  const holder = useRef<HTMLDivElement>(null)
  const { fromBox, state } = captcha
  useEffect(() => {
    const element = document.createElement('div')
    let gone = false
    holder.current?.replaceChildren(element)
    drawBox(provider, element, {
      siteKey,
      language,
      onProof: (text) => gone || fromBox(text),
      onLost: (failed) => gone || fromBox(null, failed),
    }).catch(() => gone || fromBox(null, true))
    return () => {
      gone = true
    }
  }, [provider, siteKey, language, fromBox])
  return (
    <div className="grid gap-1" data-captcha={state}>
      <p className="font-semibold leading-tight">{t('captcha.asking')}</p>
      <div ref={holder} className="min-h-17 overflow-x-auto" />
      {state === 'failed' && (
        <p role="alert" className="flex flex-wrap items-center gap-3 font-semibold text-red">
          {t('captcha.failed')}
          <button type="button" className="btn text-text" onClick={captcha.again}>
            {t('shell.retry')}
          </button>
        </p>
      )}
    </div>
  )
}

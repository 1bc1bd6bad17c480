import { useEffect, useRef } from 'react'
import { useWords } from '../../../i18n.ts'
import { IconLoader2, IconShieldCheck } from '../../../icons/drawings.ts'
import { IconCircleCheck } from '../../../icons/first.ts'
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
    let isGone = false
    holder.current?.replaceChildren(element)
    drawBox(provider, element, {
      siteKey,
      language,
      onProof: (text) => isGone || fromBox(text),
      onLost: (hasFailed) => isGone || fromBox(null, hasFailed),
    }).catch(() => isGone || fromBox(null, true))
    return () => {
      isGone = true
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

/** External captcha providers: loads their script, which draws its box into our element. */
type Provider = 'turnstile' | 'hcaptcha' | 'recaptcha'

type Options = {
  sitekey: string
  theme: 'light' | 'dark'
  language: string
  hl: string
  callback: (token: string) => void
  'expired-callback': () => void
  'error-callback': () => void
}
type Box = { render: (element: HTMLElement, options: Options) => string | number }

const SCRIPTS: Record<Provider, { address: (language: string) => string; name: string }> = {
  turnstile: {
    address: () =>
      'https://challenges.cloudflare.com/turnstile/v0/api.js?render=explicit&onload=captchaLoaded',
    name: 'turnstile',
  },
  hcaptcha: {
    address: (language) =>
      `https://js.hcaptcha.com/1/api.js?render=explicit&onload=captchaLoaded&hl=${language}`,
    name: 'hcaptcha',
  },
  recaptcha: {
    address: (language) =>
      `https://www.google.com/recaptcha/api.js?render=explicit&onload=captchaLoaded&hl=${language}`,
    name: 'grecaptcha',
  },
}

const loads = new Map<Provider, Promise<Box>>()

/** Draws the provider's box. Rejects if its script cannot be loaded. */
async function drawBox(
  provider: Provider,
  element: HTMLElement,
  options: {
    siteKey: string
    language: string
    onProof: (text: string) => void
    onLost: (failed: boolean) => void
  },
): Promise<void> {
  const box = await loadBox(provider, options.language)
  box.render(element, {
    sitekey: options.siteKey,
    theme: document.documentElement.dataset.theme === 'dark' ? 'dark' : 'light',
    language: options.language,
    hl: options.language,
    callback: options.onProof,
    'expired-callback': () => options.onLost(false),
    'error-callback': () => options.onLost(true),
  })
}

function loadBox(provider: Provider, language: string): Promise<Box> {
  const current = loads.get(provider)
  if (current) return current
  const { address, name } = SCRIPTS[provider]
  const load = new Promise<Box>((resolve, reject) => {
    const globals = window as unknown as Record<string, unknown>
    globals.captchaLoaded = () => resolve(globals[name] as Box)
    const script = document.createElement('script')
    script.src = address(language)
    script.async = true
    script.addEventListener('error', () => {
      loads.delete(provider)
      script.remove()
      reject(new Error(`${provider} did not load`))
    })
    document.head.append(script)
  })
  loads.set(provider, load)
  return load
}

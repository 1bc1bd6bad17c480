/** External captcha providers: loads their script, which draws its box into our element. */
export type Provider = 'turnstile' | 'hcaptcha' | 'recaptcha'

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
export async function drawBox(
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
  const known = loads.get(provider)
  if (known) return known
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

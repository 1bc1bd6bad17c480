// Before the first paint: the chosen look and language, so that nothing flashes.
function readKept(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const theme = readKept('theme')
const dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
document.documentElement.dataset.theme = dark ? 'dark' : 'light'
// `?lang=es` in an address is a choice, too.
const asked = /[?&]lang=(en|es)\b/.exec(location.search)?.[1]
const language = asked || readKept('language') || navigator.language || 'en'
const spoken = language.slice(0, 2) === 'es' ? 'es' : 'en'
// The landing's static text is not for a screen, a known driver, or a reader of the other language.
if (location.hash.length > 2 || readKept('email') !== null || document.documentElement.lang !== spoken)
  document.documentElement.dataset.app = 'true'
document.documentElement.lang = spoken

// The words of that language, and the parts of the first screen, travel beside the program.
const isForm = /^#\/(login|register|otp|password)/.test(location.hash)
const screen = document.documentElement.dataset.app ? isForm && 'accounts' : 'landing'
for (const name of [`words-${spoken}`, `parts-${screen}`])
  for (const file of document.querySelector(`meta[name="${name}"]`)?.content.split(' ') ?? []) {
    const link = document.createElement('link')
    link.rel = file.endsWith('.css') ? 'preload' : 'modulepreload'
    if (link.rel === 'preload') link.as = 'style'
    link.href = file
    document.head.append(link)
  }

// The installed app speaks the language too: its shortcuts, and what the store of the browser shows.
if (spoken === 'es')
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', './manifest.es.webmanifest')

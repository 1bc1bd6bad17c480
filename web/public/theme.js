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

// The words of that language travel beside the program.
const words = document.querySelector(`meta[name="words-${spoken}"]`)
if (words) {
  const link = document.createElement('link')
  link.rel = 'modulepreload'
  link.href = words.content
  document.head.append(link)
}

// The installed app speaks the language too: its shortcuts, and what the store of the browser shows.
if (spoken === 'es')
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', './manifest.es.webmanifest')

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
const asked = /[?&]lang=(\w\w)\b/.exec(location.search)?.[1]
// The build lists the texts of every language that there is.
const spoken =
  [asked, readKept('language'), navigator.language]
    .map((language) => language?.slice(0, 2))
    .find((language) => language && document.querySelector(`meta[name="words-${language}"]`)) ?? 'en'
// The landing's static text is not for a screen, a known driver, or a reader of another language.
if (location.hash.length > 2 || readKept('email') !== null || document.documentElement.lang !== spoken)
  document.documentElement.dataset.app = 'true'
document.documentElement.lang = spoken

// The words of that language, and the parts of the first screen, travel beside the program.
const isForm = /^#\/(login|register|otp|password)/.test(location.hash)
const screen = document.documentElement.dataset.app ? isForm && 'accounts' : 'landing'
for (const name of [`words-${spoken}`, `parts-${screen}`])
  for (const href of document.querySelector(`meta[name="${name}"]`)?.content.split(' ') ?? [])
    announce(
      href.endsWith('.css')
        ? { rel: 'preload', as: 'style', crossOrigin: 'anonymous', href }
        : { rel: 'modulepreload', href },
    )

// Where the program itself does not come, this says so.
addEventListener(
  'error',
  ({ target }) => {
    if (target.type === 'module')
      document.head.append(Object.assign(document.createElement('script'), { src: './unopened.js' }))
  },
  true,
)

// So does what it asks the server first.
const driver = readKept('driver')
for (const name of readKept('email') === null || driver === null
  ? ['accounts/session']
  : ['accounts/session', 'bot', 'bot/today'])
  announce({
    rel: 'preload',
    as: 'fetch',
    crossOrigin: 'anonymous',
    href: `./api/${name}${driver ? `?as=${driver}` : ''}`,
  })

function announce(link) {
  document.head.append(Object.assign(document.createElement('link'), link))
}

// The installed app speaks the language too: its shortcuts, and what the store of the browser shows.
if (spoken !== 'en')
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `./manifest.${spoken}.webmanifest`)

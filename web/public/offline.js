// One language instead of all, the look that was chosen, and back as soon as there is a connection.
function readKept(key) {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
const theme = readKept('theme')
if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
const language = readKept('language') || navigator.language || 'en'
const code = language.slice(0, 2)
const spoken = document.querySelector(`section[lang="${code}"]`) ? code : 'en'
document.documentElement.lang = spoken
for (const section of document.querySelectorAll('section')) section.hidden = section.lang !== spoken

function tryAgain() {
  // The page that was asked for, where this one stands in its place; else the app's first one.
  if (location.pathname.endsWith('offline.html')) location.replace('./')
  else location.reload()
}
for (const link of document.querySelectorAll('.act')) {
  link.addEventListener('click', (event) => {
    event.preventDefault()
    tryAgain()
  })
}
window.addEventListener('online', tryAgain)

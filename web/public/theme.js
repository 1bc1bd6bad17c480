// Before the first paint: the chosen look and language, so that nothing flashes.
;(function () {
  var root = document.documentElement
  var read = function (key) {
    try {
      return localStorage.getItem(key)
    } catch {
      return null
    }
  }
  var theme = read('theme')
  var dark = theme === 'dark' || (theme !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  root.dataset.theme = dark ? 'dark' : 'light'
  var language = read('language') || navigator.language || 'en'
  root.lang = language.slice(0, 2) === 'es' ? 'es' : 'en'
})()

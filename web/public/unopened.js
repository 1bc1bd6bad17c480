// The program did not come: after a release an older page names files that are gone. The page is loaded once
// more; if that does not help, a person decides when to try again.
{
  /** As long as the program itself waits before it reloads again (main.tsx). */
  const AGAIN_MS = 60_000
  // Without storage a page cannot know that it was loaded again.
  let reloadedAt = Infinity
  try {
    reloadedAt = Number(localStorage.getItem('reloadedAt') ?? 0)
  } catch {}
  if (navigator.onLine && Date.now() - reloadedAt > AGAIN_MS) {
    localStorage.setItem('reloadedAt', String(Date.now()))
    location.reload()
  } else {
    // The build writes them before this (pages-build.ts).
    const [text, again] = TEXTS[document.documentElement.lang]
    const alert = document.createElement('div')
    Object.assign(alert.style, { display: 'grid', gap: '1rem', padding: '4rem 1.5rem' })
    alert.role = 'alert'
    const button = document.createElement('button')
    button.className = 'act'
    button.textContent = again
    button.addEventListener('click', () => location.reload())
    alert.append(text, button)
    document.querySelector('.boot')?.remove()
    document.getElementById('root').prepend(alert)
    addEventListener('online', () => location.reload())
  }
}

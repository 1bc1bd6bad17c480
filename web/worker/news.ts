/// <reference lib="webworker" />

/** A push message of the server (server/notify): texts ready to show, in the driver's language. */
export type PushedNews = {
  id: number
  kind: string
  title: string
  text: string
  /** The target of a tap, such as `/#/inbox`. */
  url: string
  /** Stays until it is handled, and offers an acknowledgment. */
  matters: boolean
  /** The label of the acknowledgment button. */
  acknowledge?: string
}

const FALLBACK: PushedNews = {
  id: 0,
  kind: 'test',
  title: 'Madruga',
  text: '',
  url: '/#/inbox',
  matters: false,
}

/**
 * Parses a push message; an unreadable one is still shown, since browsers cancel a subscription that
 * shows nothing.
 */
export function readPush(data: PushMessageData | null): PushedNews {
  try {
    return { ...FALLBACK, ...(data?.json() as Partial<PushedNews> | undefined) }
  } catch {
    return FALLBACK
  }
}

/** Shows it; a repetition replaces the first one and sounds again. */
export async function showNews(registration: ServiceWorkerRegistration, news: PushedNews): Promise<void> {
  const { id, kind, title, text, url, matters, acknowledge } = news
  const options = {
    body: text,
    tag: id > 0 ? `news-${id}` : kind,
    renotify: true,
    requireInteraction: matters,
    icon: 'icon-192.png',
    badge: 'badge.png',
    data: { id, url },
    ...(matters && { vibrate: [200, 80, 200, 80, 400] }),
    ...(matters && acknowledge && { actions: [{ action: 'acknowledge', title: acknowledge }] }),
  }
  await registration.showNotification(title, options as NotificationOptions)
}

/**
 * A tap opens the notification's screen, in an existing window if there is one; the button only acknowledges.
 */
export async function takeTap(worker: ServiceWorkerGlobalScope, event: NotificationEvent): Promise<void> {
  event.notification.close()
  const { id, url } = event.notification.data as { id: number; url: string }
  if (event.action === 'acknowledge' && (await sayKnown(id))) return
  const target = new URL(safePath(url), worker.location.origin).href
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const open = windows[0]
  if (open === undefined) {
    await worker.clients.openWindow(target)
    return
  }
  await open.focus()
  await open.navigate(target).catch(() => worker.clients.openWindow(target))
}

/** Only opens addresses of this app. */
function safePath(url: string): string {
  return url.startsWith('/') && !url.startsWith('//') ? url : '/'
}

/** Acknowledges at the server; false if the browser gives workers no cookies, or the session has ended. */
async function sayKnown(id: number): Promise<boolean> {
  const { cookieStore } = self as unknown as {
    cookieStore?: { get(name: string): Promise<{ value?: string } | null> }
  }
  const cookie = (await cookieStore?.get('__Host-XSRF-TOKEN')) ?? (await cookieStore?.get('XSRF-TOKEN'))
  const token = cookie?.value
  if (!token) return false
  const response = await fetch('/api/notify/acknowledge', {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'content-type': 'application/json', 'x-xsrf-token': decodeURIComponent(token) },
    body: JSON.stringify({ id }),
  }).catch(() => null)
  return response?.ok ?? false
}

import { createNotify } from '@madruga/server/notify.ts'
import type { Notify, NotifyDeps } from '@madruga/server/notify.ts'

/** The notifications of a run's process: stored as the product does, and sent to the embedded gateways. */
export function openNotify(
  deps: Pick<NotifyDeps, 'database' | 'databaseUrl' | 'clock' | 'logger' | 'keyRing' | 'settings' | 'sends'>,
): Promise<Notify> {
  return createNotify({
    ...deps,
    publicUrl: 'http://127.0.0.1',
    mail: { url: null, from: 'hello@madruga.example' },
    phone: null,
    push: { subject: 'mailto:hello@madruga.example', hosts: [], fcm: null, apns: null },
    keepNewsDays: 7,
  })
}

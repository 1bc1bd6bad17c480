import { useMutation } from '@tanstack/react-query'
import { IconPlugOff } from '../../icons/drawings.ts'
import { IconAlertTriangle, IconCircleCheck } from '../../icons/first.ts'
import { useState } from 'react'
import type { Variant } from '@madruga/core/offers.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { ConfirmSheet } from '../../ui/ConfirmSheet.tsx'
import { warmSheet } from '../../ui/LateSheet.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { ConnectForm } from './ConnectForm.tsx'
import { Asked } from './Refused.tsx'
import { marksOf, sayAuthorised } from './instance-words.ts'
import { takeAccount } from './queries.ts'
import { House } from './House.tsx'
import type { InstanceChoice, PlatformAccount } from './queries.ts'

const LOOKS = {
  none: { box: 'card', Icon: IconPlugOff },
  connected: { box: 'rounded-[1.25rem] bg-sign text-on-sign', Icon: IconCircleCheck },
  refused: { box: 'rounded-[1.25rem] bg-red-bg', Icon: IconAlertTriangle },
}

/** The state of the account, as a banner; connecting, repairing and disconnecting it. */
export function AccountSection({
  account,
  variant,
  timeZone,
}: {
  account: PlatformAccount
  variant: Variant
  timeZone: string | undefined
}) {
  const { t } = useWords()
  const [changing, setChanging] = useState(false)
  const { state } = account
  const form = state !== 'connected' || changing
  return (
    <section aria-labelledby="sync-account" className="grid content-start gap-4">
      <h2 id="sync-account" className="text-xl font-extrabold tracking-[-0.01em]">
        {t('sync.account')}
      </h2>
      <AccountBanner account={account} timeZone={timeZone} />
      {account.instance && !changing && (
        <House instance={account.instance} months={account.months} timeZone={timeZone} />
      )}
      {form && (
        <ConnectForm
          key={state}
          variant={variant}
          again={state === 'refused' || changing}
          refused={state === 'refused' ? account : null}
          onConnected={() => setChanging(false)}
        />
      )}
      {state !== 'none' && (
        <div className="flex flex-wrap gap-2">
          {state === 'connected' && (
            <button
              type="button"
              className="btn"
              aria-expanded={changing}
              onClick={() => setChanging(!changing)}
            >
              {t(changing ? 'sync.keep' : 'sync.change')}
            </button>
          )}
          <Disconnect />
        </div>
      )}
    </section>
  )
}

function AccountBanner({ account, timeZone }: { account: PlatformAccount; timeZone: string | undefined }) {
  const words = useWords()
  const { t } = words
  const { state, email, connectedAt, instance } = account
  const { box, Icon } = LOOKS[state]
  const quiet = state === 'connected' ? '' : state === 'none' ? 'text-muted' : 'text-text'
  return (
    <div className={`${box} flex items-start gap-3 px-5 py-4`}>
      <Icon
        size={28}
        aria-hidden
        className={`mt-0.5 shrink-0 ${state === 'refused' ? 'text-red' : state === 'none' ? 'text-muted' : ''}`}
      />
      <div className="min-w-0 flex-1">
        <p
          className={`text-2xl font-extrabold leading-tight tracking-[-0.01em] ${state === 'refused' ? 'text-red' : ''}`}
        >
          {t(`sync.state.${state}`)}
        </p>
        {email !== null && <p className="font-bold [overflow-wrap:anywhere]">{email}</p>}
        {instance && <InstanceNote instance={instance} />}
        {state === 'connected' && connectedAt !== null && (
          <p className="text-sm">{t('sync.since', { when: words.date(connectedAt, timeZone) })}</p>
        )}
        {state !== 'connected' && (
          <p className={`mt-1 leading-snug ${quiet}`}>
            {t(state === 'none' ? 'sync.none_text' : 'sync.refused_text')}
          </p>
        )}
      </div>
    </div>
  )
}

/** The platform that the driver chose, and whether its adapter is a draft. */
function InstanceNote({ instance }: { instance: InstanceChoice }) {
  const words = useWords()
  return (
    <>
      <p className="my-0.5 flex flex-wrap items-center gap-x-2 gap-y-1">
        <b className="text-sm">{instance.name}</b>
        {marksOf(words, instance).map((mark) => (
          <Mark key={mark}>{mark}</Mark>
        ))}
      </p>
      <p className="text-sm">{sayAuthorised(words, instance)}</p>
      {!instance.active && <p className="text-sm font-bold">{words.t('reason.platform_turned_off')}</p>}
    </>
  )
}

function Disconnect() {
  const { t } = useWords()
  const [open, setOpen] = useState<boolean | null>(null)
  const disconnect = useMutation({
    mutationFn: () => api.platforms.disconnect(),
    onSuccess: async (account) => {
      announce(t('sync.disconnected_say'))
      setOpen(false)
      await takeAccount(account)
    },
  })
  return (
    <>
      <button
        type="button"
        className="btn"
        onPointerDown={warmSheet}
        onClick={() => {
          disconnect.reset()
          setOpen(true)
        }}
      >
        {t('sync.disconnect')}
      </button>
      {open !== null && (
        <ConfirmSheet
          open={open}
          onOpenChange={setOpen}
          title={t('sync.disconnect_title')}
          go={t(disconnect.isPending ? 'sync.disconnecting' : 'sync.disconnect')}
          keep={t('form.cancel')}
          busy={disconnect.isPending}
          danger
          onGo={() => disconnect.mutate()}
        >
          <Asked text={t('sync.disconnect_text')} error={disconnect.error} />
        </ConfirmSheet>
      )}
    </>
  )
}

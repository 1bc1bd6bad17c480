import { useMutation, useQuery } from '@tanstack/react-query'
import { IconBolt } from '../../icons/bolt.ts'
import { IconBoltOff } from '../../icons/bolt-off.ts'
import { IconClockPause } from '../../icons/clock-pause.ts'
import { IconQuestionMark } from '../../icons/question-mark.ts'
import { announce } from '../../announce.ts'
import { api } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { serviceQuery } from '../../queries.ts'
import { Refused } from '../platforms/Refused.tsx'
import { stateOf, takeInstant } from './queries.ts'
import type { InstantView } from './queries.ts'

const GREEN = 'rounded-[1.25rem] bg-sign text-on-sign'
const LOOKS = {
  on: { box: GREEN, Icon: IconBolt, icon: '', text: '' },
  pending: { box: 'rounded-[1.25rem] bg-amber text-on-amber', Icon: IconClockPause, icon: '', text: '' },
  off: { box: 'card', Icon: IconBoltOff, icon: 'text-muted', text: 'text-muted' },
  unknown: { box: 'card', Icon: IconQuestionMark, icon: 'text-muted', text: 'text-muted' },
}

/** The platform's state of instant offers, as a banner, and the one button that changes it. */
export function InstantSwitch({ view, state }: { view: InstantView; state: ReturnType<typeof stateOf> }) {
  const { t } = useWords()
  const { box, Icon, icon, text } = LOOKS[state]
  const service = useQuery(serviceQuery)
  const on = state === 'on' || state === 'pending'
  const toggle = useMutation({
    mutationFn: (enabled: boolean) => api.instant.toggle({ enabled }),
    onSuccess: async (changed) => {
      const now = stateOf(changed)
      announce(
        t(now === 'on' ? 'instant.now_on' : now === 'pending' ? 'instant.pending_say' : 'instant.off_say'),
      )
      await takeInstant(changed)
    },
  })
  const able = on || (view.deviceEnabled && view.location !== null)
  return (
    <section aria-labelledby="instant-state" className="grid gap-4">
      <div className={`${box} flex items-start gap-3 px-5 py-4`}>
        <Icon size={30} aria-hidden className={`mt-0.5 shrink-0 ${icon}`} />
        <div className="min-w-0 flex-1">
          <h2 id="instant-state" className="text-2xl font-extrabold leading-tight tracking-[-0.01em]">
            {t(`instant.state.${state}`)}
          </h2>
          <p className={`mt-1 leading-snug ${text}`}>{t(`instant.state.${state}_text`)}</p>
          {state === 'pending' && service.data?.demo && (
            <p className="mt-2 font-semibold leading-snug">{t('instant.demo_confirm')}</p>
          )}
          {state === 'pending' && <p className="mt-2 text-sm font-semibold">{t('instant.waiting')}</p>}
        </div>
      </div>
      <Refused error={toggle.error} />
      {able && (
        <button
          type="button"
          className="act"
          data-quiet={on}
          aria-disabled={toggle.isPending}
          onClick={() => !toggle.isPending && toggle.mutate(!on)}
        >
          {t(toggle.isPending ? 'instant.turning' : on ? 'instant.turn_off' : 'instant.turn_on')}
        </button>
      )}
    </section>
  )
}

import { useWords } from '../../i18n.ts'
import { HoldButton } from '../../ui/HoldButton.tsx'

/** Stops the bot: hold, or tap and confirm. */
export function StopButton({ stopping, onStop }: { stopping: boolean; onStop: () => void }) {
  const { t } = useWords()
  if (stopping) {
    return (
      <button type="button" className="act" data-quiet="true" aria-disabled="true">
        {t('home.stopping')}
      </button>
    )
  }
  return (
    <HoldButton
      label={t('home.hold')}
      ask={t('home.stop_ask')}
      yes={t('home.stop_now')}
      no={t('home.stop_keep')}
      onDone={onStop}
    />
  )
}

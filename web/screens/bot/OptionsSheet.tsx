import { START_MODES } from '@madruga/core/bot-states.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import { useId } from 'react'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { OptionRow } from '../../ui/OptionRow.tsx'
import { Sheet } from '../../ui/Sheet.tsx'
import { SwitchRow } from '../../ui/SwitchRow.tsx'
import type { StartOptions } from './start-options.ts'

const LENGTHS: readonly { minutes: number; label: Key; text: Key }[] = [
  { minutes: 1, label: 'shadow.minute', text: 'shadow.minute_text' },
  { minutes: 1_440, label: 'shadow.day', text: 'shadow.long_text' },
  { minutes: 3 * 1_440, label: 'shadow.three_days', text: 'shadow.long_text' },
  { minutes: 7 * 1_440, label: 'shadow.week', text: 'shadow.long_text' },
]

/** What the next start searches for, and whether its decisions are written to the live log. */
export function OptionsSheet({
  open,
  onOpenChange,
  options,
  instant,
  onChange,
}: {
  open: boolean
  onOpenChange: (open: boolean) => void
  options: StartOptions
  /** Whether the platform has instant offers. */
  instant: boolean
  onChange: (options: StartOptions) => void
}) {
  const { t } = useWords()
  return (
    <Sheet
      open={open}
      onOpenChange={onOpenChange}
      title={t('home.options')}
      footer={
        <button type="button" className="act" onClick={() => onOpenChange(false)}>
          {t('home.options_done')}
        </button>
      }
    >
      {instant && <ModeChoice mode={options.mode} onChange={(mode) => onChange({ ...options, mode })} />}
      <SwitchRow
        label={t('home.live_log')}
        hint={t('home.live_log_text')}
        checked={options.liveLog}
        onChange={(liveLog) => onChange({ ...options, liveLog })}
      />
      <SwitchRow
        label={t('shadow.option')}
        hint={t('shadow.option_text')}
        checked={options.shadowMinutes !== undefined}
        onChange={(watch) => {
          const { mode, liveLog } = options
          onChange(watch ? { mode, liveLog, shadowMinutes: LENGTHS[0]!.minutes } : { mode, liveLog })
        }}
      />
      {options.shadowMinutes !== undefined && (
        <LengthChoice
          minutes={options.shadowMinutes}
          onChange={(shadowMinutes) => onChange({ ...options, shadowMinutes })}
        />
      )}
      <ScreenLink
        screen="live-log-test"
        className="mt-2 flex min-h-12 items-center font-bold underline"
        onClick={() => onOpenChange(false)}
      >
        {t('shadow.earlier')}
      </ScreenLink>
    </Sheet>
  )
}

/** How long a run watches. */
function LengthChoice({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { t, say } = useWords()
  const name = useId()
  return (
    <fieldset className="mt-4 grid gap-2">
      <legend className="mb-2 text-muted">{t('shadow.length')}</legend>
      {LENGTHS.map((length) => (
        <OptionRow
          key={length.minutes}
          name={name}
          checked={length.minutes === minutes}
          onChoose={() => onChange(length.minutes)}
        >
          <span>
            <span className="block font-bold">{say(length.label)}</span>
            <span className="block text-sm text-muted">{say(length.text)}</span>
          </span>
        </OptionRow>
      ))}
    </fieldset>
  )
}

function ModeChoice({ mode, onChange }: { mode: StartMode; onChange: (mode: StartMode) => void }) {
  const { t } = useWords()
  const name = useId()
  return (
    <fieldset className="mb-4 grid gap-2">
      <legend className="mb-2 text-muted">{t('home.mode')}</legend>
      {START_MODES.map((one) => (
        <OptionRow key={one} name={name} checked={one === mode} onChoose={() => onChange(one)}>
          <span>
            <span className="block font-bold">{t(`mode.${one}`)}</span>
            <span className="block text-sm text-muted">{t(`mode.${one}_text`)}</span>
          </span>
        </OptionRow>
      ))}
    </fieldset>
  )
}

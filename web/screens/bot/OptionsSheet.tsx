import { START_MODES } from '@madruga/core/bot-states.ts'
import type { StartMode } from '@madruga/core/bot-states.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { OptionGroup } from '../../ui/OptionGroup.tsx'
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
      <div className="grid gap-3">
        {instant && <ModeChoice mode={options.mode} onChange={(mode) => onChange({ ...options, mode })} />}
        <div className="-mx-4">
          <SwitchRow
            label={t('home.live_log')}
            hint={t('home.live_log_text')}
            checked={options.liveLog}
            onChange={(liveLog) => onChange({ ...options, liveLog })}
          />
          <SwitchRow
            label={t('title.live-log-test')}
            hint={t('shadow.option_text')}
            checked={options.shadowMinutes !== undefined}
            onChange={(watch) => {
              const { mode, liveLog } = options
              onChange(watch ? { mode, liveLog, shadowMinutes: LENGTHS[0]!.minutes } : { mode, liveLog })
            }}
          />
        </div>
        {options.shadowMinutes !== undefined && (
          <LengthChoice
            minutes={options.shadowMinutes}
            onChange={(shadowMinutes) => onChange({ ...options, shadowMinutes })}
          />
        )}
        <ScreenLink
          screen="live-log-test"
          className="flex min-h-12 items-center font-bold underline"
          onClick={() => onOpenChange(false)}
        >
          {t('shadow.earlier')}
        </ScreenLink>
      </div>
    </Sheet>
  )
}

/** How long a run watches. */
function LengthChoice({ minutes, onChange }: { minutes: number; onChange: (minutes: number) => void }) {
  const { t, say } = useWords()
  return (
    <OptionGroup
      label={t('shadow.length')}
      name="shadow-length"
      value={String(minutes)}
      choices={LENGTHS.map((length) => ({
        value: String(length.minutes),
        title: say(length.label),
        note: say(length.text),
      }))}
      onChange={(value) => onChange(Number(value))}
    />
  )
}

function ModeChoice({ mode, onChange }: { mode: StartMode; onChange: (mode: StartMode) => void }) {
  const { t } = useWords()
  return (
    <OptionGroup
      label={t('home.mode')}
      name="mode"
      value={mode}
      choices={START_MODES.map((value) => ({
        value,
        title: t(`mode.${value}`),
        note: t(`mode.${value}_text`),
      }))}
      onChange={onChange}
    />
  )
}

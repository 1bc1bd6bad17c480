import { useEffect, useState } from 'react'
import type { LogEntry } from '@madruga/core/events.ts'
import { useWords } from '../../i18n.ts'
import type { Words } from '../../i18n.ts'
import { onLines } from '../../live.ts'
import { readLocal, writeLocal } from '../../local-store.ts'
import { sayLength, sayPay } from '../../pay.ts'

/** Wins and questions spoken by the device, once the driver has allowed it. */
export function useSpeech(): { can: boolean; on: boolean; change: (on: boolean) => void } {
  const words = useWords()
  const can = 'speechSynthesis' in window
  const [on, setOn] = useState(() => can && readLocal('speak') === 'on')
  useEffect(() => {
    if (!on) return
    return onLines((lines) => {
      for (const line of lines) {
        const text = spokenText(words, line)
        if (text !== null) speak(text, words.locale)
      }
    })
  }, [on, words])
  useEffect(() => () => window.speechSynthesis?.cancel(), [])
  return {
    can,
    on,
    change(next) {
      setOn(next)
      writeLocal('speak', next ? 'on' : null)
      // Said at the tap itself: phones speak only after one.
      if (next) speak(words.t('glance.speak_test'), words.locale)
      else window.speechSynthesis.cancel()
    },
  }
}

/** What is said of a line of the log; null for all that can wait until the car stands. */
function spokenText(words: Words, line: LogEntry): string | null {
  if (line.type !== 'offer.accepted' && line.type !== 'offer.asked') return null
  const { offer, stationCode } = line.data
  const values = {
    station: [...stationCode].join(' '),
    when: words.dayTime(offer.startAt),
    hours: sayLength(words, offer),
    pay: sayPay(words, offer),
  }
  return words.t(line.type === 'offer.accepted' ? 'glance.say_won' : 'glance.say_asked', values)
}

function speak(text: string, locale: string): void {
  const spoken = new SpeechSynthesisUtterance(text)
  spoken.lang = locale
  window.speechSynthesis.speak(spoken)
}

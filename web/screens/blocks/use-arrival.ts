import { useState } from 'react'
import { announce } from '../../announce.ts'
import { api, toProblem, Problem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { refreshBlocks } from './queries.ts'
import type { Block } from './queries.ts'

/**
 * Why a check-in failed: the device does not provide its location, or the service or the platform refused.
 */
export type ArrivalTrouble = { what: 'place'; why: LocateFailure } | { what: 'refused'; problem: Problem }

/** The state of a check-in: the selected block, its distance, and errors. */
export function useArrival() {
  const { t, money } = useWords()
  const [choice, setChoice] = useState<string | null>(null)
  const [stage, setStage] = useState<'locating' | 'marking' | null>(null)
  const [trouble, setTrouble] = useState<ArrivalTrouble | null>(null)

  /** Asks the device for its location, then the platform; a second tap meanwhile does nothing. */
  const mark = async (open: readonly Block[]): Promise<void> => {
    if (stage !== null) return
    setTrouble(null)
    const block = open.find((one) => one.id === choice)
    if (block === undefined) {
      setTrouble({ what: 'refused', problem: new Problem('blocks.not_selected') })
      return
    }
    try {
      setStage('locating')
      const place = await locate()
      if (typeof place === 'string') {
        setTrouble({ what: 'place', why: place })
        return
      }
      setStage('marking')
      const { feeCents } = await api.blocks.checkIn({ blockId: block.id, place })
      const fee = feeCents > 0 ? t('arrival.fee_said', { money: money(feeCents) }) : ''
      announce(`${t('arrival.done', { station: block.stationCode })} ${fee}`.trim())
      setChoice(null)
      navigator.vibrate?.(60)
      await refreshBlocks()
    } catch (error) {
      setTrouble({ what: 'refused', problem: toProblem(error) })
    } finally {
      setStage(null)
    }
  }

  return {
    chosen: choice,
    stage,
    trouble,
    mark,
    forget: () => setTrouble(null),
    choose: (id: string) => {
      setChoice(id)
      setTrouble(null)
    },
  }
}

/** Why this device does not provide its location. */
type LocateFailure = 'denied' | 'unavailable' | 'unsupported'
type Place = { latitude: number; longitude: number }

/** A phone that just woke needs some seconds for a GPS fix. */
const TIMEOUT_MS = 20_000

/**
 * The device's current location, measured anew, or why not. The browser asks for permission the first time.
 */
async function locate(): Promise<Place | LocateFailure> {
  if (!('geolocation' in navigator) || !window.isSecureContext) return 'unsupported'
  return await new Promise((resolve) => {
    navigator.geolocation.getCurrentPosition(
      ({ coords: { latitude, longitude } }) => resolve({ latitude, longitude }),
      ({ code, PERMISSION_DENIED }) => resolve(code === PERMISSION_DENIED ? 'denied' : 'unavailable'),
      { enableHighAccuracy: true, timeout: TIMEOUT_MS, maximumAge: 0 },
    )
  })
}

import { DAY_MINUTES } from '@madruga/core/time.ts'

/** `09:30` -> 570; NaN for an empty or invalid text. */
export function parseClock(text: string): number {
  const match = /^(\d{1,2}):(\d{2})/.exec(text)
  return match ? Number(match[1]) * 60 + Number(match[2]) : Number.NaN
}

/** 570 -> `09:30`; the end of the day is `00:00`. */
export function formatClock(minute: number): string {
  const ofDay = minute % DAY_MINUTES
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}

/** Minutes of a range's end: midnight as an end is the end of that day. */
export function endMinute(text: string): number {
  const minute = parseClock(text)
  return minute === 0 ? DAY_MINUTES : minute
}

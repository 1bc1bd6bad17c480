import { AppError } from '@madruga/core/errors.ts'

const refuse = (): Promise<never> => Promise.reject(new AppError('server.unavailable'))

/** A module that a storm never calls: every operation refuses. */
export function absentWord<W extends object>(): W {
  return new Proxy({} as W, { get: () => refuse })
}

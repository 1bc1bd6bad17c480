import { AppError } from '@madruga/core/errors.ts'

/** Stands for an operation that is being built. */
export const notYet = async (): Promise<never> => {
  throw new AppError('request.not_found')
}

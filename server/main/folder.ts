import { accessSync, constants, mkdirSync } from 'node:fs'
import { StartError } from '../kit/start-error.ts'

/** Makes the data folder where it is missing; throws one line when nothing can be written there. */
export function requireFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? String(error)
    throw new StartError(
      `Cannot write the data folder ${folder} (${code}): make it writable, or set DATA_DIR`,
    )
  }
}

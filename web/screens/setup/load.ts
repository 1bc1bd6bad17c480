import { withMoreWords, withWords } from '../../i18n.ts'

/** What the first steps show, each with its texts: home does without them once the bot has run. */

async function withSetupWords<T>(part: Promise<T>): Promise<T> {
  return await withWords('setup', withMoreWords(part))
}

export const loadSetup = () => withSetupWords(import('./Setup.tsx')).then((module) => module.Setup)
export const loadGoLive = () => withSetupWords(import('./GoLive.tsx')).then((module) => module.GoLive)
export const loadNextStep = () => withSetupWords(import('./NextStep.tsx')).then((module) => module.NextStep)

import { IconDeviceMobile, IconMoon, IconSun } from '../../icons/sign-in.ts'
import { useId } from 'react'
import { api, toProblem } from '../../client.ts'
import { announce } from '../../announce.ts'
import { currentWords, setLanguage, useWords } from '../../i18n.ts'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { keepLanguage } from '../../release.ts'
import { setTheme, useTheme } from '../../theme.ts'
import { Segmented } from '../../ui/Segmented.tsx'

/** Language and theme; both are stored on this device, and the language with the driver too. */
export function Preferences() {
  const { t, language } = useWords()
  const theme = useTheme()
  const id = useId()
  return (
    <div className="flex flex-wrap justify-between gap-2">
      <Segmented
        label={t('shell.language')}
        name={`${id}-language`}
        value={language}
        onChange={(next) => void changeLanguage(next)}
        choices={LANGUAGE_CODES.map((code) => ({
          value: code,
          label: LANGUAGES[code].name,
          face: code.toUpperCase(),
        }))}
      />
      <Segmented
        label={t('shell.theme')}
        name={`${id}-theme`}
        value={theme}
        onChange={setTheme}
        choices={[
          { value: 'system', label: t('theme.system'), face: <IconDeviceMobile size={20} aria-hidden /> },
          { value: 'light', label: t('theme.light'), face: <IconSun size={20} aria-hidden /> },
          { value: 'dark', label: t('theme.dark'), face: <IconMoon size={20} aria-hidden /> },
        ]}
      />
      <UnreadLanguage />
    </div>
  )
}

/** Says so where the texts are of a language that no native speaker has read. */
export function UnreadLanguage() {
  const { t, language } = useWords()
  return LANGUAGES[language].isReviewed ? null : (
    <p className="basis-full text-sm text-muted">{t('shell.language_unread')}</p>
  )
}

let choices = 0

/** The screen switches at once; the driver's record follows when possible. */
export async function changeLanguage(language: Language): Promise<void> {
  const choice = ++choices
  try {
    await setLanguage(language)
    await keepLanguage()
    if (!queryClient.getQueryData(sessionQuery.queryKey)) return
    const { driver } = await api.accounts.setLanguage({ language })
    // An answer from before the last choice would undo it.
    if (choice !== choices) return
    await queryClient.cancelQueries({ queryKey: sessionQuery.queryKey })
    queryClient.setQueryData(sessionQuery.queryKey, driver)
  } catch (thrown) {
    // In the screen's new language.
    announce(currentWords().say(`error.${toProblem(thrown).code}`))
  }
}

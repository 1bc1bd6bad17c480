import { IconRoadSign } from '../../icons/drawings.ts'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { homeScreen } from './menu.ts'

export function NotFound() {
  const { t } = useWords()
  return (
    <div className="mx-auto grid w-full max-w-[36rem] justify-items-start gap-3 p-6">
      <IconRoadSign size={44} className="text-amber-text" aria-hidden />
      <h2 className="text-2xl font-extrabold">{t('title.not_found')}</h2>
      <p className="text-muted">{t('not_found.text')}</p>
      <ScreenLink screen={homeScreen(recallDriver())} strong>
        {t('shell.home')}
      </ScreenLink>
    </div>
  )
}

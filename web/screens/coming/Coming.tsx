import { useLocation } from '@tanstack/react-router'
import { IconBarrierBlock } from '@tabler/icons-react'
import { recallDriver } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import type { Key } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { filterScreen, homeScreen } from '../shell/menu.ts'
import { SCREENS, screenOf } from '../table.ts'

/** A screen that is on its way: says so plainly, and what it will do. */
export function Coming() {
  const { t, say } = useWords()
  const pathname = useLocation({ select: (location) => location.pathname })
  const screen = screenOf(pathname)
  const driver = recallDriver()
  const built = driver && !SCREENS[filterScreen(driver)].coming ? filterScreen(driver) : null
  return (
    <div className="mx-auto grid w-full max-w-[44rem] gap-4 p-4">
      <section className="card overflow-hidden">
        <div className="flex items-center gap-5 px-5 pb-5 pt-7">
          <span
            aria-hidden
            className="grid size-20 shrink-0 rotate-45 place-items-center rounded-2xl bg-amber text-on-amber shadow-[inset_0_0_0_3px_var(--amber),inset_0_0_0_5.5px_var(--on-amber)] max-[22rem]:size-16"
          >
            <IconBarrierBlock size={40} className="-rotate-45" />
          </span>
          <div className="min-w-0 pl-2">
            <p className="font-bold text-amber-text">{t('coming.tag')}</p>
            <h2 className="text-[2rem] font-extrabold leading-none tracking-[-0.02em]">
              {t('coming.title')}
            </h2>
          </div>
        </div>
        <div className="lane" aria-hidden>
          <i />
        </div>
        <div className="grid gap-4 p-5">
          {screen && (
            <div>
              <h3 className="text-sm text-muted">{t('coming.will')}</h3>
              <p className="text-xl font-bold leading-snug">{say(`coming.${screen}` as Key)}</p>
            </div>
          )}
          <p className="max-w-[46ch] text-muted">{t('coming.text')}</p>
        </div>
      </section>
      <nav aria-label={t('coming.meanwhile')} className="flex flex-wrap gap-2">
        {driver ? (
          <>
            <ScreenLink screen={homeScreen(driver)} strong>
              {t('HOME')}
            </ScreenLink>
            <ScreenLink screen="live-log">{t('title.live-log')}</ScreenLink>
            {built && <ScreenLink screen={built}>{t('FILTERS')}</ScreenLink>}
          </>
        ) : (
          <ScreenLink screen="login" strong>
            {t('login.go')}
          </ScreenLink>
        )}
      </nav>
    </div>
  )
}

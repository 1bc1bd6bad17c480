import { recallDriver } from '../../driver.ts'
import { homeScreen } from '../shell/menu.ts'
import { describeVariant } from '@madruga/core/variants.ts'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { announce } from '../../announce.ts'
import { useWords } from '../../i18n.ts'
import { useVariant } from '../../stations.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { BotWithInstant } from './BotWithInstant.tsx'
import { DeviceNotice } from './DeviceNotice.tsx'
import { InstantCost } from './InstantCost.tsx'
import { InstantNeeds } from './InstantNeeds.tsx'
import { InstantSwitch } from './InstantSwitch.tsx'
import { instantQuery, stateOf } from './queries.ts'
import type { InstantView } from './queries.ts'

/** The switch of instant offers, their requirements and price, and the bot's use of them. */
export function InstantOffers() {
  return describeVariant(useVariant()).hasInstantOffers ? <Offered /> : <NotOffered />
}

function Offered() {
  const instant = useQuery(instantQuery)
  if (instant.data) return <Board view={instant.data} />
  if (instant.isError) return <Failed error={instant.error} onRetry={() => void instant.refetch()} />
  return <PageSkeleton shapes={['h-36', 'h-40']} />
}

/** A driver of an app without instant offers gets a note and a link. */
function NotOffered() {
  const { t } = useWords()
  return (
    <div className="reading px-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Notice
        kind="plain"
        actions={<ScreenLink screen={homeScreen(recallDriver())}>{t('instant.to_bot')}</ScreenLink>}
      >
        {t('error.instant.not_offered')}
        <span className="mt-1 block font-normal">{t('instant.not_offered_text')}</span>
      </Notice>
    </div>
  )
}

function Board({ view }: { view: InstantView }) {
  const { t } = useWords()
  const state = stateOf(view)
  const before = useRef(state)
  useEffect(() => {
    // The confirmation comes from the delivery app while this page is open.
    if (before.current === 'pending' && state === 'on') announce(t('instant.now_on'))
    before.current = state
  }, [state, t])
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-6 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-2 lg:gap-x-10 lg:px-6">
      <div className="grid content-start gap-4">
        {!view.deviceEnabled && <DeviceNotice />}
        <InstantSwitch view={view} state={state} />
        <BotWithInstant state={state} />
      </div>
      <div className="grid content-start gap-6">
        <InstantNeeds view={view} />
        <InstantCost view={view} />
      </div>
    </div>
  )
}

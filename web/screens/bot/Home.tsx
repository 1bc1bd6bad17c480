import { useQuery } from '@tanstack/react-query'
import { withWords } from '../../i18n.ts'
import { botQuery, sessionQuery, todayQuery } from '../../queries.ts'
import { useVariant } from '../../stations.ts'
import { onDemand } from '../../ui/on-demand.ts'
import { BottomBar } from '../../ui/BottomBar.tsx'
import { useDesktop } from '../../ui/media.ts'
import { LatestOffers } from '../offers/LatestOffers.tsx'
import { CurrentBoard } from './Board.tsx'
import { NextBlock, NextBlockSkeleton } from './NextBlock.tsx'
import { StartStop } from './StartStop.tsx'
import { isSearching } from './state.ts'

// Below the fold of a phone: after the important parts.
const DayCards = onDemand(() =>
  withWords('homeLate', import('./DayCards.tsx')).then((module) => module.DayCards),
)

// Until the first start only.
const Setup = onDemand(() => import('../setup/load.ts').then((load) => load.loadSetup()))

/** Home of both variants: the bot's state, the latest offers, the day so far. */
export function Home() {
  const bot = useQuery(botQuery)
  const today = useQuery(todayQuery)
  const session = useQuery(sessionQuery)
  const desktop = useDesktop()
  const variant = useVariant()
  const timeZone = session.data?.timeZone
  const day = today.data && <DayCards today={today.data} timeZone={timeZone} />
  const isNew = bot.data?.gen === 0
  const control = bot.data && !isNew && <StartStop view={bot.data} variant={variant} />
  return (
    <div className="mx-auto grid w-full max-w-[72rem] grid-cols-[minmax(0,1fr)] gap-4 px-3 pb-6 pt-1 min-[22.5rem]:px-4 lg:grid-cols-[24rem_minmax(0,1fr)] lg:items-start lg:px-6">
      <div className="grid gap-4">
        {isNew && <Setup />}
        <CurrentBoard>{desktop && control}</CurrentBoard>
        <Upcoming timeZone={timeZone} />
        {desktop && day}
      </div>
      <LatestOffers searching={bot.data !== undefined && isSearching(bot.data)} timeZone={timeZone} />
      {!desktop && day}
      {!desktop && <BottomBar>{control}</BottomBar>}
    </div>
  )
}

function Upcoming({ timeZone }: { timeZone: string | undefined }) {
  const today = useQuery(todayQuery)
  if (today.data) return <NextBlock next={today.data.nextBlock} timeZone={timeZone} />
  return today.isError ? null : <NextBlockSkeleton />
}

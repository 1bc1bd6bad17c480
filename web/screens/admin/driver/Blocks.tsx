import { useInfiniteQuery } from '@tanstack/react-query'
import { useWords } from '../../../i18n.ts'
import { sayLength } from '../../../pay.ts'
import { PayAmount } from '../../../ui/PayAmount.tsx'
import { MoreButton } from '../MoreButton.tsx'
import { Results } from '../Results.tsx'
import type { DriverDetail } from '../queries.ts'
import { blocksQuery } from './queries.ts'
import type { DriverBlock } from './queries.ts'

/** The driver's blocks, the latest start first. */
export function Blocks({ driver }: { driver: DriverDetail }) {
  const { t } = useWords()
  const list = useInfiniteQuery(blocksQuery(driver.id))
  const rows = list.data?.pages.flatMap((page) => page.blocks) ?? []
  return (
    <>
      <Results list={list} empty={rows.length === 0} none={t('drivers.no_blocks')}>
        <ul className="console-list card">
          {rows.map((block) => (
            <li key={block.id}>
              <Row block={block} />
            </li>
          ))}
        </ul>
      </Results>
      <MoreButton list={list} />
    </>
  )
}

function Row({ block }: { block: DriverBlock }) {
  const words = useWords()
  const { t } = words
  const { station, stationName, timeZone, startAt, state } = block
  return (
    <div className="console-row driver-row tnum">
      <span className="console-who">
        <b>
          {station} {stationName}
        </b>
        <span className="text-muted">
          {words.date(startAt, timeZone ?? undefined)}, {sayLength(words, block)}
        </span>
      </span>
      <span className="font-bold">
        <PayAmount pay={block} />
      </span>
      <span className="console-mark" data-status={state === 'forfeited' ? 'suspended' : 'active'}>
        {t(`blocks.state.${state}`)}
      </span>
    </div>
  )
}

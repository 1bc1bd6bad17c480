import { useQuery } from '@tanstack/react-query'
import type { Edition } from '@madruga/core/filters.ts'
import { filterQuery, sessionQuery, stationsQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { EditorWaiting, RemovedAbove } from './EditorWaiting.tsx'
import { FilterForm } from './FilterForm.tsx'
import { OtherEdition } from './OtherEdition.tsx'
import { editionOf } from './edition.ts'

/** An edition's editor of the amazon variant; other drivers get a note and a link to their own. */
export function EditorScreen({ edition, settingsMax }: { edition: Edition; settingsMax: number }) {
  const { data: driver } = useQuery(sessionQuery)
  if (!driver) return <EditorWaiting />
  if (driver.app === 'spark' || editionOf(driver) !== edition)
    return <OtherEdition driver={driver} wanted={edition} />
  return <Loaded driver={driver} edition={edition} settingsMax={settingsMax} />
}

function Loaded({
  driver,
  edition,
  settingsMax,
}: {
  driver: { id: string; timeZone: string }
  edition: Edition
  settingsMax: number
}) {
  const saved = useQuery(filterQuery('amazon'))
  const stations = useQuery(stationsQuery('amazon'))
  const broken = [saved, stations].find((query) => query.isError && query.data === undefined)
  if (broken) {
    return (
      <Failed
        error={broken.error}
        onRetry={() => {
          void saved.refetch()
          void stations.refetch()
        }}
      />
    )
  }
  if (!saved.data || !stations.data || saved.data.filter.variant !== 'amazon') return <EditorWaiting />
  // The driver's edition may have just changed: the server's answer on the filter is the newest.
  const filter = { ...saved.data.filter, edition }
  return (
    <>
      <RemovedAbove
        variant="amazon"
        removedAt={saved.data.removedAt}
        kept={saved.data.kept}
        timeZone={driver.timeZone}
      />
      <FilterForm
        driverId={driver.id}
        saved={{ ...saved.data, filter }}
        stations={stations.data}
        edition={edition}
        settingsMax={settingsMax}
      />
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useSearch } from '../../../address.ts'
import { useWords } from '../../../i18n.ts'
import { FailedOr } from '../../../ui/Failed.tsx'
import { ScreenLink } from '../../../ui/ScreenLink.tsx'
import { LoadingCard } from '../Results.tsx'
import { driverQuery } from '../queries.ts'
import { Access } from './Access.tsx'
import { Account } from './Account.tsx'
import { Blocks } from './Blocks.tsx'
import { Timeline } from './Timeline.tsx'
import '../overview.css'

const PARTS = { account: Account, timeline: Timeline, blocks: Blocks, access: Access }
type Part = keyof typeof PARTS

/** Everything about one driver; `&part=` says which section is open. */
export function DriverPage({ id }: { id: string }) {
  const { t } = useWords()
  const { part } = useSearch()
  const driver = useQuery(driverQuery(id))
  const current = part !== undefined && part in PARTS ? (part as Part) : 'account'
  const View = PARTS[current]
  return (
    <section aria-label={t('drivers.name')} className="grid gap-4">
      <ScreenLink
        screen="admin"
        search={{ tab: 'drivers' }}
        className="inline-flex min-h-12 items-center justify-self-start font-bold underline"
      >
        {t('drivers.back')}
      </ScreenLink>
      {driver.data ? (
        <>
          <div>
            <h2 className="text-2xl font-extrabold leading-tight [overflow-wrap:anywhere]">
              {driver.data.name.trim() || t('drivers.no_name')}
            </h2>
            <p className="text-muted [overflow-wrap:anywhere]">{driver.data.email}</p>
          </div>
          <nav aria-label={t('drivers.parts')} className="accounting-parts">
            {(Object.keys(PARTS) as Part[]).map((one) => (
              <ScreenLink
                key={one}
                screen="admin"
                search={{ tab: 'drivers', driver: id, part: one }}
                current={one === current}
                className="accounting-part"
              >
                {t(`drivers.part.${one}`)}
              </ScreenLink>
            ))}
          </nav>
          <View driver={driver.data} />
        </>
      ) : (
        <FailedOr query={driver}>
          <LoadingCard rows={6} />
        </FailedOr>
      )}
    </section>
  )
}

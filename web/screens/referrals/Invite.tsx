import { useQuery } from '@tanstack/react-query'
import { useWords } from '../../i18n.ts'
import { sessionQuery } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { PageSkeleton } from '../../ui/Skeleton.tsx'
import { CodeBanner } from './CodeBanner.tsx'
import { Credits } from './Credits.tsx'
import { Invitations } from './Invitations.tsx'
import { InviteForm } from './InviteForm.tsx'
import { referralsQuery } from './queries.ts'

/** The driver's code, the friends they invite with it, and the credits for them. */
export function Invite() {
  const { t } = useWords()
  const referrals = useQuery(referralsQuery)
  const timeZone = useQuery(sessionQuery).data?.timeZone
  const program = referrals.data
  if (program === undefined && referrals.isError) {
    return (
      <Failed title={t('invite.failed')} error={referrals.error} onRetry={() => void referrals.refetch()} />
    )
  }
  if (program === undefined) {
    return <PageSkeleton shapes={['h-56 rounded-[1.25rem]', 'h-56 rounded-[1.25rem]']} beside />
  }
  return (
    <div className="mx-auto grid w-full max-w-[72rem] content-start gap-6 px-3 pb-8 pt-1 min-[22.5rem]:px-4 lg:grid-cols-2 lg:gap-x-10 lg:px-6">
      <div className="grid content-start gap-6">
        <CodeBanner program={program} />
        <InviteForm program={program} />
      </div>
      <div className="grid content-start gap-6">
        <Credits program={program} />
        <Invitations invitations={program.invitations} timeZone={timeZone} />
      </div>
    </div>
  )
}

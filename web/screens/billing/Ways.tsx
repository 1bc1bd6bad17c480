import { IconChevronRight } from '../../icons/chevron-right.ts'
import { IconCreditCard } from '../../icons/credit-card.ts'
import { IconHistory } from '../../icons/history.ts'
import { IconReceipt } from '../../icons/receipt.ts'
import { IconUsers } from '../../icons/users.ts'
import { useWords } from '../../i18n.ts'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { invoicesScreen } from '../invoices/names.ts'
import type { Noun } from '../invoices/names.ts'
import type { Account } from './queries.ts'

/** The other screens of money. */
export function Ways({ account: { prices }, noun }: { account: Pick<Account, 'prices'>; noun: Noun }) {
  const { t } = useWords()
  const ways = [
    { screen: invoicesScreen(noun), Icon: IconReceipt, name: t('INVOICES') },
    { screen: 'payment-history', Icon: IconHistory, name: t('activation.history') },
    { screen: 'payment', Icon: IconCreditCard, name: t('activation.methods') },
    {
      screen: 'invite',
      Icon: IconUsers,
      name: t('activation.invite', { percent: prices.referralPercent }),
    },
  ] as const
  return (
    <nav aria-label={t('activation.ways')}>
      <ul className="card grid overflow-hidden lg:grid-cols-2">
        {ways.map(({ screen, Icon, name }) => (
          <li key={screen} className="border-b border-line last:border-b-0 lg:nth-last-2:border-b-0">
            <ScreenLink screen={screen} className="bill-row font-semibold">
              <Icon size={22} aria-hidden className="shrink-0 text-muted" />
              <span className="min-w-0 flex-1 leading-tight">{name}</span>
              <IconChevronRight size={20} aria-hidden className="shrink-0 text-muted" />
            </ScreenLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { toProblem } from '../../client.ts'
import { useWords } from '../../i18n.ts'
import { queryClient } from '../../queries.ts'
import { Failed } from '../../ui/Failed.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Skeleton } from '../../ui/Skeleton.tsx'
import { Checkout } from './Checkout.tsx'
import { couponRefusal, stackingOf, writeChoice } from './choice.ts'
import { priceOfQuote } from './price.ts'
import { quoteQuery } from './queries.ts'
import type { Order } from './queries.ts'
import { useMethodChoice } from './use-method-choice.ts'
import type { PayScreen } from './use-order.ts'

/** Pays for days of a plan. */
export function BuyCheckout({ input, account, methods, timeZone, pay }: PayScreen & { input: Order }) {
  const words = useWords()
  const { t, date } = words
  const choice = useMethodChoice(account, methods)
  const quote = useQuery(quoteQuery(input, choice.kind))
  useFreshPrice(pay)
  // A coupon may have been used up since the price was last asked for.
  const isRefused = quote.isError && couponRefusal(toProblem(quote.error)) !== null
  if (quote.data === undefined || isRefused) {
    if (quote.isError)
      return <NoQuote error={quote.error} input={input} onRetry={() => void quote.refetch()} />
    return <Skeleton className="mx-3 h-64 rounded-[1.25rem]" />
  }
  const plan = t(`plan.${input.plan}`)
  const until = date(quote.data.until, timeZone)
  return (
    <Checkout
      title={t('price.title')}
      aside={
        <p className="mt-2 font-semibold leading-snug">
          {t(`activation.stack.${stackingOf(account, input.plan)}`, { plan, until })}
        </p>
      }
      price={priceOfQuote(words, input, quote.data, choice.kind)}
      old={quote.isPlaceholderData}
      choice={choice}
      orderOf={(methodId, expectCents) => ({
        kind: 'buy',
        ...input,
        ...(methodId !== undefined && { methodId }),
        expectCents,
      })}
      account={account}
      pay={pay}
    />
  )
}

/** Prices changed while the driver looked on: the new ones are fetched, and wait for another tap. */
export function useFreshPrice({ state }: Pick<PayScreen['pay'], 'state'>): void {
  const code = state.phase === 'none' ? state.problem?.code : undefined
  useEffect(() => {
    if (code !== undefined) void queryClient.invalidateQueries({ queryKey: ['billing'] })
  }, [code])
}

/** The price does not come: a coupon that does not count is said with the way to go on without it. */
function NoQuote({ error, input, onRetry }: { error: unknown; input: Order; onRetry: () => void }) {
  const { t, say } = useWords()
  const problem = toProblem(error)
  if (couponRefusal(problem) === null) return <Failed error={error} onRetry={onRetry} />
  const without = writeChoice({ ...input, coupon: '' })
  return (
    <div className="reading grid gap-4 px-3 pt-1 min-[22.5rem]:px-4 lg:px-6">
      <Notice
        kind="bad"
        actions={
          <>
            <ScreenLink screen="payment" search={without} strong>
              {t('pay.without_coupon')}
            </ScreenLink>
            <ScreenLink screen="activation" search={without}>
              {t('pay.back_to_choice')}
            </ScreenLink>
          </>
        }
      >
        {say(`error.${problem.code}`, problem.params)}
      </Notice>
    </div>
  )
}

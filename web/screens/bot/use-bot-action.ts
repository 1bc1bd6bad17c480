import { useMutation } from '@tanstack/react-query'
import { noteServerTime } from '../../clock.ts'
import { botQuery, queryClient } from '../../queries.ts'
import type { BotView } from './state.ts'

/**
 * A start or a stop, whose answer is the bot's new state. It is pending until the promise of `onSettled`
 * resolves.
 */
export function useBotAction(act: () => Promise<BotView>, onSettled: () => unknown) {
  return useMutation({
    mutationFn: act,
    onSuccess: (view) => {
      noteServerTime(view.now)
      queryClient.setQueryData(botQuery.queryKey, view)
    },
    onSettled,
  })
}

/** Reads the bot again, without waiting for it. */
export function readBotAgain(): void {
  void queryClient.invalidateQueries({ queryKey: botQuery.queryKey })
}

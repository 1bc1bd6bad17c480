import type { StorePushKind } from '@madruga/core/notify.ts'
import type { Received, ReceivedPage } from './gateways/store.ts'
import type { Db } from './model.ts'
import type { NewsFeed } from './news.ts'
import type { OperatorNews } from './operator-news.ts'
import type { OptOuts } from './opt-outs.ts'
import type { ListedMessage, MessagePage, MessageTroubles, Outbox } from './outbox.ts'
import type { Tester } from './test-message.ts'
import type { Unsubscribe } from './unsubscribe.ts'

/** Everything that reaches a driver beyond the screen. */
export type Notify = Outbox &
  NewsFeed & {
    /** Sends a test message. Refuses with `notify.channel_missing` (params `why`) and `request.too_many`. */
    sendTest: Tester
    /** Tells a driver something about the service, by these channels as far as they reach them. */
    tellOperator(tx: Db, news: OperatorNews): Promise<void>
    /** The same at once, past the outbox, without a second try; nothing where this process does not send. */
    tellOperatorNow(news: Omit<OperatorNews, 'event'>): Promise<void>
    /** Outgoing messages, newest first; no content. */
    listMessages(page: MessagePage): Promise<{ messages: ListedMessage[]; more: boolean }>
    /** Has a message that failed tried again, or all (null) of the last days; answers how many those were. */
    retryMessages(tx: Db, id: number | null): Promise<number>
    /** How many are queued, and how many failed within a day. */
    countMessages(): Promise<{ waiting: number; failed: number }>
    /**
     * How many failed within an hour, how many by an operator's error, how many due ones wait, and since
     * when.
     */
    readTroubles(): Promise<MessageTroubles>
    /** Messages of the embedded gateways, newest first, and the channels that use real providers instead. */
    listReceived(page: ReceivedPage): Promise<{
      messages: (Received & { id: number; at: number; stopped: boolean })[]
      more: boolean
      elsewhere: Received['channel'][]
    }>
    /**
     * Replies to an SMS that the embedded gateway received, as its phone would. Refuses with
     * `request.not_found` if there is none, or if a provider reaches phones: they reply themselves.
     */
    answerReceived(id: number, text: 'STOP' | 'START'): Promise<{ stopped: boolean }>
    /** Which store apps the operator set push up for. */
    storePush: Record<StorePushKind, boolean>
    /** The service's public key for web push, base64url. */
    readPushKey(): Promise<string>
    /** Handles a text message from a phone, as reported by Twilio: STOP ends texts, START resumes them. */
    receiveSms: OptOuts['sync']
    /** Ends a driver's alerts by e-mail, as their mail program asks with the token of an e-mail. */
    unsubscribe: Unsubscribe['take']
    /**
     * Deletes every message of a driver who is being deleted, including queued ones; send the
     * last message with `driverId: null` after it.
     */
    forgetDriver(tx: Db, driverId: string): Promise<void>
    /** Sweeps for the job table. */
    sweeps: {
      /**
       * Sends what is due: retries, messages with a lost announcement, and the rest of dead senders. Asks
       * what became of texts.
       */
      sendDue(): Promise<void>
      forgetMessages(): Promise<void>
    }
    /** Accepts nothing more and finishes the sends in progress. */
    close(): Promise<void>
  }

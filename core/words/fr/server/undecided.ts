import type { Loss, Waiting } from '../../../events.ts'
import type { NewsPhrases } from '../../news.ts'

/** What an accept that the delivery app has not decided waits for. */
const UNDECIDED: Record<Waiting, { title: string; text: string }> = {
  provisional: {
    title: 'Gagné, en vérification',
    text: 'Un autre livreur peut encore l’avoir. Tu le sauras dans la minute.',
  },
  pending: {
    title: 'En attente d’un oui',
    text: 'L’appli de livraison doit dire oui. Le bot garde ce temps libre.',
  },
  waitlisted: {
    title: 'Sur la liste d’attente',
    text: 'Le bot garde ce temps libre. Nous te disons si tu l’as.',
  },
}

/** News of accepts that the delivery app has not decided. */
export const undecided: Pick<NewsPhrases, 'block_waiting' | 'block_taken'> = {
  block_waiting: ({ station, startAt, endAt, waiting }, say) => ({
    title: `${UNDECIDED[waiting].title} : ${station}`,
    text: `${say.dayTime(startAt)} à ${say.time(endAt)}. ${UNDECIDED[waiting].text}`,
  }),
  block_taken: ({ station, startAt, endAt, waiting, loss = 'taken' }, say) => ({
    title: `${LOST[loss].title} : ${station}`,
    text: `${say.dayTime(startAt)} à ${say.time(endAt)}. ${say.words(LOST[loss].text(waiting))} Ce temps redevient libre.`,
  }),
}

/** Why an accept is not the driver's any more. */
const LOST: Record<Loss, { title: string; text(waiting: Waiting): string }> = {
  taken: {
    title: 'Pris par un autre livreur',
    text: (waiting) =>
      waiting === 'provisional' ? 'Le [bloc] a été à toi un instant.' : 'Le [bloc] n’est pas venu à toi.',
  },
  canceled: {
    title: 'Le client l’a annulé',
    text: () => 'Si l’appli de livraison l’affiche encore, demande avant de le livrer.',
  },
  gone: { title: 'Plus à toi', text: () => 'L’appli de livraison ne dit pas pourquoi.' },
}

import type { Loss, Waiting } from '../../../events.ts'
import type { NewsPhrases } from '../../news.ts'

/** What an accept that the delivery app has not decided waits for. */
const UNDECIDED: Record<Waiting, { title: string; text: string }> = {
  provisional: {
    title: 'Ganado, por confirmar',
    text: 'Otro conductor aún puede ganarlo. Te avisamos en menos de un minuto.',
  },
  pending: {
    title: 'Falta que lo aprueben',
    text: 'La app de reparto tiene que aprobarlo. El bot te guarda ese horario.',
  },
  waitlisted: {
    title: 'En lista de espera',
    text: 'El bot te guarda ese horario y te avisamos si te toca.',
  },
}

/** News of accepts that the delivery app has not decided, in Spanish. */
export const undecided: Pick<NewsPhrases, 'block_waiting' | 'block_taken'> = {
  block_waiting: ({ station, startAt, endAt, waiting }, say) => ({
    title: `${UNDECIDED[waiting].title}: ${station}`,
    text: `${say.dayTime(startAt)} a ${say.time(endAt)}. ${UNDECIDED[waiting].text}`,
  }),
  block_taken: ({ station, startAt, endAt, waiting, loss = 'taken' }, say) => ({
    title: `${LOST[loss].title}: ${station}`,
    text: `${say.dayTime(startAt)} a ${say.time(endAt)}. ${say.words(LOST[loss].text(waiting))} Ese horario vuelve a estar libre.`,
  }),
}

/** Why an accept is not the driver's any more. */
const LOST: Record<Loss, { title: string; text(waiting: Waiting): string }> = {
  taken: {
    title: 'Se lo llevó otro conductor',
    text: (waiting) =>
      waiting === 'provisional' ? 'El [bloque] fue tuyo por un momento.' : 'El [bloque] no quedó para ti.',
  },
  canceled: {
    title: 'Lo canceló el cliente',
    text: () => 'Si la app de reparto todavía lo muestra, pregunta antes de entregarlo.',
  },
  gone: { title: 'Ya no es tuyo', text: () => 'La app de reparto no dice por qué.' },
}

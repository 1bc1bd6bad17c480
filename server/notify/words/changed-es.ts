import type { Loss } from '@madruga/core/events.ts'
import { sayMemberPrice } from './member-price.ts'
import type { NewsPhrases } from './news-model.ts'

/** Why a held block is no longer the driver's. */
const LOST: Record<Loss, string> = {
  taken: 'La app de reparto se lo dio a otro conductor. Ese horario vuelve a estar libre.',
  canceled: 'El cliente lo canceló. Ese horario vuelve a estar libre.',
  gone: 'La app de reparto ya no lo muestra. No vayas; pregunta ahí si no lo esperabas.',
}

/** News of what the delivery app changed about a held block, in Spanish. */
export const CHANGED_SPANISH: Pick<NewsPhrases, 'block_changed' | 'member_price'> = {
  member_price: (params) => sayMemberPrice('es', params),
  block_changed({ station, change, startAt, endAt, wasStartAt }, say) {
    const when = `${say.dayTime(startAt)} a ${say.time(endAt)}`
    if (change === 'moved')
      return {
        title: say.words(`Tu [bloque] cambió de hora: ${station}`),
        text: `Ahora es ${when}. Antes: ${say.dayTime(wasStartAt)}. Lo cambió la app de reparto.`,
      }
    if (change === 'listed_again')
      return {
        title: say.words(`Tu [bloque] volvió: ${station}`),
        text: `${when}. La app de reparto te lo muestra de nuevo.`,
      }
    return { title: say.words(`Tu [bloque] ya no es tuyo: ${station}`), text: `${when}. ${LOST[change]}` }
  },
}

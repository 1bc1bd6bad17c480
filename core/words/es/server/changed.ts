import type { Loss } from '../../../events.ts'
import { nameDevice } from '../../../accounts.ts'
import type { NotificationParams } from '../../../notify.ts'
import type { NewsPhrases } from '../../news.ts'

/** Why a held block is no longer the driver's. */
const LOST: Record<Loss, string> = {
  taken: 'Se lo llevó otro conductor. Ese horario vuelve a estar libre.',
  canceled: 'El cliente lo canceló.',
  gone: 'La app de reparto ya no lo muestra. No vayas; pregunta ahí si no lo esperabas.',
}

/** What changed of an account. */
const ACCOUNT: Record<Exclude<NotificationParams['account_changed']['what'], 'device'>, string> = {
  email: 'Tu correo para iniciar sesión cambió',
  phone: 'Tu número de teléfono cambió',
  preferredEmail: 'El correo de tus avisos cambió',
  password: 'Tu contraseña cambió',
  passkey: 'Se agregó una llave de acceso a tu cuenta',
}

/** News of what changed: a held block, a price of a member, the account, or who signs in to it. */
export const changed: Pick<NewsPhrases, 'account_changed' | 'block_changed' | 'member_price'> = {
  member_price({ house, cents, currency, from }, say) {
    if (cents === 0)
      return {
        title: `${house} no cuesta nada`,
        text: `Desde ${say.month(from)} no le debes nada.`,
      }
    const price = say.money(cents, currency)
    return {
      title: `${house}: ${price} al mes`,
      text: `Desde ${say.month(from)}, por cada mes en que tu bot busque ahí. El primero es gratis. Lo cobra ${house}: aquí no se cobra nada.`,
    }
  },
  account_changed: (params) => ({
    title:
      params.what === 'device' ? `Nuevo inicio de sesión: ${nameDevice('es', params)}` : ACCOUNT[params.what],
    text: 'Si no fuiste tú, cambia tu contraseña ahora y escribe a soporte.',
  }),
  block_changed({ station, change, startAt, endAt, wasStartAt }, say) {
    const when = `${say.dayTime(startAt)} a ${say.time(endAt)}`
    if (change === 'moved')
      return {
        title: say.words(`Tu [bloque] cambió de hora: ${station}`),
        text: `Ahora ${when}. Antes: ${say.dayTime(wasStartAt)}.`,
      }
    if (change === 'listed_again')
      return {
        title: say.words(`Tu [bloque] volvió: ${station}`),
        text: `${when}. La app de reparto lo muestra de nuevo.`,
      }
    return { title: say.words(`Tu [bloque] ya no es tuyo: ${station}`), text: `${when}. ${LOST[change]}` }
  },
}

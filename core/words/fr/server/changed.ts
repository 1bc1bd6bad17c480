import { nameDevice } from '../../../accounts.ts'
import type { Loss } from '../../../events.ts'
import type { NotificationParams } from '../../../notify.ts'
import type { NewsPhrases } from '../../news.ts'

/** Why a held block is no longer the driver's. */
const LOST: Record<Loss, string> = {
  taken: 'Un autre livreur l’a eu. Ce temps redevient libre.',
  canceled: 'Le client l’a annulé.',
  gone: 'L’appli de livraison ne l’affiche plus. N’y va pas ; demande-leur si tu ne t’y attendais pas.',
}

/** What changed of an account. */
const ACCOUNT: Record<Exclude<NotificationParams['account_changed']['what'], 'device'>, string> = {
  email: 'Ton e-mail de connexion a changé',
  phone: 'Ton numéro de téléphone a changé',
  preferredEmail: 'L’e-mail de tes alertes a changé',
  password: 'Ton mot de passe a changé',
  passkey: 'Une clé d’accès a été ajoutée à ton compte',
}

/** News of what changed: a held block, a price of a member, the account, or who signs in to it. */
export const changed: Pick<NewsPhrases, 'account_changed' | 'block_changed' | 'member_price'> = {
  member_price({ house, cents, currency, from }, say) {
    if (cents === 0)
      return {
        title: `${house} ne coûte rien`,
        text: `À partir de ${say.month(from)}, tu ne lui dois rien.`,
      }
    const price = say.money(cents, currency)
    return {
      title: `${house} : ${price} par mois`,
      text: `À partir de ${say.month(from)}, par mois où ton bot y cherche. Le premier est gratuit. C’est ${house} qui encaisse : rien n’est débité ici.`,
    }
  },
  account_changed: (params) => ({
    title:
      params.what === 'device' ? `Nouvelle connexion : ${nameDevice('fr', params)}` : ACCOUNT[params.what],
    text: 'Si ce n’était pas toi, change ton mot de passe maintenant et écris à l’assistance.',
  }),
  block_changed({ station, change, startAt, endAt, wasStartAt }, say) {
    const when = `${say.dayTime(startAt)} à ${say.time(endAt)}`
    if (change === 'moved')
      return {
        title: say.words(`Ton [bloc] a été déplacé : ${station}`),
        text: `Maintenant ${when}. Avant : ${say.dayTime(wasStartAt)}.`,
      }
    if (change === 'listed_again')
      return {
        title: say.words(`Ton [bloc] est revenu : ${station}`),
        text: `${when}. L’appli de livraison l’affiche à nouveau.`,
      }
    return { title: say.words(`Ce [bloc] n’est plus à toi : ${station}`), text: `${when}. ${LOST[change]}` }
  },
}

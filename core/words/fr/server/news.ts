import type { PaidPlan } from '../../../plans.ts'
import type { BotReason, StartRefusal } from '../../../bot-states.ts'
import type { NotificationParams } from '../../../notify.ts'
import { isUnstated } from '../../../offers.ts'
import { payFigure, payWords } from '../../../pay-words.ts'
import type { NewsPhrases } from '../../news.ts'
import { changed } from './changed.ts'
import { undecided } from './undecided.ts'

/** Why a bot could not start or continue, and what helps. */
const REASONS: Record<BotReason, string> = {
  run_window_over: 'Son temps de recherche est fini. Il se met en veille.',
  sleep_after_award: 'Tu as gagné un [bloc]. Il se met en veille.',
  delivery: 'Tu es en livraison. La recherche reprend après.',
  guard_misses: 'Tu as raté plusieurs offres de suite. Il se met en veille.',
  guard_releases: 'Tu as rendu des [blocs]. Il se met en veille.',
  aggressive_search:
    'L’appli de livraison trouve la recherche trop rapide. Attends 70 minutes, puis redémarre. Une vitesse plus lente aide.',
  shared_limit: 'Les requêtes que partagent ses livreurs sont épuisées. Redémarre dans quelques minutes.',
  human_verification: 'Passe le contrôle de sécurité de l’appli de livraison, puis redémarre.',
  platform_unavailable: 'L’appli de livraison ne répondait pas. Redémarre dans quelques minutes.',
  platform_turned_off: 'Nous avons coupé ton appli de livraison pour l’instant.',
  driver_stopped: 'Tu l’as arrêté.',
  daily_stop: 'Chaque bot s’arrête une fois par jour. Redémarre après.',
  speed_limit_reached: 'Une recherche 2X15 dure 3 heures.',
  suspended: 'Ton compte est suspendu. Ouvre l’appli pour voir pourquoi.',
  kill_switch: 'L’assistance a arrêté tous les bots pour l’instant.',
  autostop: 'Ta tâche d’arrêt auto l’a arrêté.',
  subscription_ended: 'Ton abonnement est fini. Renouvelle-le pour chercher à nouveau.',
  filter_too_dear:
    'Ton filtre demande plus que ta formule. Enregistres-en un pour cette formule, ou reprends la supérieure.',
  goal_reached: 'Tu as atteint ton objectif de la semaine.',
  shadow_over: 'Le temps d’observation est fini.',
  sign_in_refused: 'L’appli de livraison a refusé la connexion. Vérifie son e-mail et son mot de passe.',
  no_platform_account: 'Aucune appli de livraison connectée. Connectes-en une, puis démarre.',
  unexpected_reply: 'L’appli de livraison a envoyé une réponse inconnue. Réessaie dans un moment.',
}

/** Why a friend earns no credit. */
const WITHHELD: Record<NotificationParams['credit_withheld']['reason'], string> = {
  phone_unconfirmed:
    'Un ami a payé sans téléphone confirmé. Dès qu’il l’est, son prochain paiement te donne le crédit.',
  card_shared: 'Un ami a payé avec ta carte. La sienne te donne un crédit.',
  card_known: 'Un ami a payé avec une carte d’un compte supprimé. Seuls les nouveaux livreurs comptent.',
  account_known: 'Un ami avec ton code avait déjà un compte. Seuls les nouveaux livreurs comptent.',
}

/** Why an earned credit is gone. */
const TAKEN_BACK: Record<NotificationParams['credit_taken_back']['reason'], string> = {
  payment_returned: 'Son paiement a été remboursé. Le prochain de ton ami le redonne.',
  card_shared: 'Toi et ton ami utilisez la même carte.',
}

/** Why an autostart was refused, and what helps. */
const REFUSALS: Record<StartRefusal, string> = {
  already_running: 'Ton bot tournait déjà.',
  no_filter: 'Enregistre un filtre, puis démarre.',
  filter_too_dear:
    'Ton filtre demande plus que ta formule. Enregistres-en un pour cette formule, puis démarre.',
  suspended: 'Ton compte est suspendu. Ouvre l’appli pour voir pourquoi.',
  inactive: 'Ton compte n’est pas actif. Écris à l’assistance.',
  no_subscription: 'Choisis une formule, puis démarre.',
  server_unavailable: 'Aucun serveur n’était libre. Démarre-le toi-même dans quelques minutes.',
  cooling: 'Le bot était encore en attente. Démarre-le toi-même après.',
  daily_stop: 'L’heure tombait dans l’arrêt quotidien. Choisis-en une autre.',
  goal_reached: 'Tu avais atteint ton objectif de la semaine.',
  no_location: 'Enregistre une position pour les offres instantanées, puis démarre.',
  no_instant_offers:
    'Ton appli de livraison n’a pas d’offres instantanées. Règle la tâche sur les offres normales.',
  no_device: 'Les offres instantanées demandent un ID d’appareil. Demande à l’assistance d’activer le tien.',
  old_version: 'Ton appli est trop vieille. Recharge-la, puis démarre.',
  no_platform_account: 'Aucune appli de livraison connectée. Connectes-en une, puis démarre.',
  servers_recycling: 'Les serveurs redémarraient. Démarre-le toi-même dans une minute.',
}

const STATUS: Record<NotificationParams['account_status']['status'], { title: string; text: string }> = {
  active: { title: 'Ton compte est à nouveau actif', text: 'Tu peux démarrer ton bot.' },
  inactive: {
    title: 'Ton compte n’est pas actif',
    text: 'Ton bot s’arrête. Écris à l’assistance si c’est une erreur.',
  },
  suspended: {
    title: 'Ton compte est suspendu',
    text: 'Ton bot s’arrête. Ouvre l’appli pour voir pourquoi, ou écris à l’assistance.',
  },
}

/** The same for unpaid invoices: the account follows the invoice automatically. */
const DUES: typeof STATUS = {
  ...STATUS,
  active: { title: STATUS.active.title, text: 'Ta facture est payée : tu peux démarrer ton bot.' },
  suspended: {
    title: STATUS.suspended.title,
    text: 'Une facture est impayée : ton bot s’arrête. Paie-la et tu peux démarrer tout de suite.',
  },
}

const PLANS: Record<PaidPlan, string> = { advanced: 'avancée', professional: 'professionnelle' }

/** Why a bank declined a charge, if that helps (docs.stripe.com/declines/codes). */
const DECLINES: Record<string, string> = {
  insufficient_funds: 'Pas assez d’argent.',
  expired_card: 'La carte a expiré.',
  incorrect_cvc: 'Le code de sécurité était faux.',
  authentication_required: 'La banque veut te demander : paie toi-même.',
  authentication_failed: 'Tu ne l’as pas confirmé à ta banque.',
  given_up: 'Il n’a pas été confirmé à temps.',
  bank_silent:
    'La banque ne répond pas depuis des jours. L’argent qui arrive après un autre paiement est remboursé.',
  no_account: 'La banque ne trouve pas le compte.',
}

export const news: NewsPhrases = {
  block_won({ station, startAt, endAt, ...paid }, say) {
    const [pay, all] = [payFigure('fr', paid), payWords('fr', paid)]
    const when = `${say.dayTime(startAt)} à ${say.time(endAt)}`
    return {
      title: `${say.words('[Bloc]')} gagné : ${station}, ${pay}`,
      text: `${when}, ${all}. Il est à toi dans ton appli de livraison.`,
      sms: `${say.words('[Bloc]')} gagné : ${station}, ${when}, ${all}.`,
      spoken: `Tu as gagné un ${say.words('[bloc]')} à ${station}, le ${say.fullDayTime(startAt)}, jusqu’à ${say.time(endAt)}, ${isUnstated(paid) ? 'et sa paie n’est pas indiquée' : `pour ${all}`}.`,
    }
  },
  ...undecided,
  ...changed,
  human_needed: () => ({
    title: 'Un contrôle de sécurité attend',
    text: 'L’appli de livraison veut vérifier que tu es une personne. Rien n’est accepté tant que tu ne l’as pas passé.',
    sms: 'L’appli de livraison veut un contrôle de sécurité. Rien n’est accepté tant que tu ne l’as pas passé.',
  }),
  run_over: ({ startableAt }, say) => ({
    title: 'Ta recherche 2X15 est finie',
    text: `Tu peux redémarrer le ${say.dayTime(startableAt)}.`,
  }),
  bot_failed: ({ reason }, say) => ({
    title: 'Ton bot n’a pas pu démarrer',
    text: say.words(REASONS[reason]),
  }),
  bot_stopped: ({ reason }, say) => ({ title: 'Ton bot a dû s’arrêter', text: say.words(REASONS[reason]) }),
  autostart_missed: ({ refusal, lateMs, action }, say) => ({
    title:
      action === 'stop' ? 'L’arrêt auto n’a pas arrêté le bot' : 'Le démarrage auto n’a pas lancé le bot',
    text:
      action === 'stop'
        ? `Il avait ${say.span(lateMs ?? 0)} de retard. Arrête-le toi-même.`
        : refusal !== null
          ? REFUSALS[refusal]
          : lateMs !== null
            ? `Il avait ${say.span(lateMs)} de retard. Démarre-le toi-même.`
            : 'Démarre-le toi-même.',
  }),
  reminder: ({ station, startAt, minutes, ...paid }, say) => ({
    title: `${station} commence dans ${inMinutes(minutes)}`,
    text: `${say.dayTime(startAt)}, ${payWords('fr', paid)}. Prends ton service dès 15 minutes avant.`,
    sms: `${station} commence dans ${inMinutes(minutes)}, à ${say.time(startAt)}.`,
    spoken: `Ton ${say.words('[bloc]')} à ${station} commence dans ${inMinutes(minutes)}, à ${say.time(startAt)}.`,
  }),
  ask: ({ station, startAt, endAt, ...paid }, say) => {
    const pay = payWords('fr', paid)
    return {
      title: `Tu l’acceptes ? ${station}, ${payFigure('fr', paid)}`,
      text: `${say.dayTime(startAt)} à ${say.time(endAt)}, ${pay}. Réponds dans la minute, sinon elle est refusée.`,
    }
  },
  guard_paused: ({ reason, count, until }, say) => ({
    title: 'Ton bot est en veille',
    text: `${reason === 'guard_misses' ? `Tu as raté ${count} offres de suite.` : `Tu as rendu ${count} ${say.words('[blocs]')} aujourd’hui.`} Le bot veille jusqu’au ${say.dayTime(until)}.`,
  }),
  goal_reached: ({ goalCents, bookedCents, currency }, say) => ({
    title: `Objectif atteint : ${say.money(bookedCents, currency)} cette semaine`,
    text: `Ton objectif était ${say.money(goalCents, currency)}. Le bot s’est arrêté.`,
  }),
  shadow_over: ({ seen, count, cents, others = 0, ...known }) => {
    const pay = { ...known, payCents: cents, tipCents: 0 }
    const apart = others === 0 ? '' : `, sans compter ${others} dans une autre monnaie`
    const worth = isUnstated(pay)
      ? '. Leur paie n’est pas indiquée'
      : `, pour ${payWords('fr', pay)} en tout${apart}`
    return {
      title: 'L’observation est finie',
      text: `${count} offres sur ${seen} allaient avec ton filtre${count > 0 ? worth : ''}. Rien n’a été accepté.`,
    }
  },
  support_replied: ({ requestId }) => ({
    title: 'L’assistance a répondu',
    text: `Ta demande ${requestId} a une réponse dans Assistance.`,
  }),
  account_status({ status, reason, dues }) {
    const { title, text } = (dues ? DUES : STATUS)[status]
    return { title, text: reason === '' ? text : `${text} Raison : ${reason}` }
  },
  invoice_issued({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    if (dueCents === 0)
      return {
        title: 'Ta facture : rien à payer',
        text: `Facture ${number} : ${due}.`,
      }
    const orElse = 'sinon ton compte est suspendu, sauf avec le paiement automatique.'
    return {
      title: `Ta facture : ${due}`,
      text: `Paie la facture ${number} avant le ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Ta facture de ${due} est prête. Paie-la avant le ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  invoice_due({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    const orElse = 'sinon ton compte est suspendu et ton bot s’arrête.'
    return {
      title: `Impayé : ${due}`,
      text: `Paie la facture ${number} avant le ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Ta facture de ${due} est impayée. Paie-la avant le ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  payment_received({ reference, amountCents, number }, say) {
    const amount = say.money(amountCents)
    return {
      title: `Paiement reçu : ${amount}`,
      text: `La facture ${number} est payée, référence ${reference}. Le reçu est dans ton e-mail.`,
      spoken: `Nous avons reçu ton paiement de ${amount}.`,
    }
  },
  payment_failed({ number, dueCents, reason }, say) {
    const due = say.money(dueCents)
    const why = DECLINES[reason] ?? 'Ta banque l’a refusé.'
    const then = 'Paie avec une autre carte, ou réessaie.'
    if (number === null)
      return {
        title: `Ton paiement a échoué : ${due}`,
        text: `Tu n’as pas été débité ; rien n’a été acheté. ${why} ${then}`,
      }
    return {
      title: `Ton paiement a échoué : ${due}`,
      text: `Tu n’as pas été débité pour la facture ${number}. ${why} ${then}`,
      spoken: `Tu n’as pas été débité pour ta facture de ${due}. ${why} ${then}`,
    }
  },
  subscription_ending: ({ tier, endsAt }, say) => ({
    title: `Ta formule ${PLANS[tier]} finit bientôt`,
    text: `Elle est payée jusqu’au ${say.dayTime(endsAt)}. Après, ton bot ne démarre plus. Renouvelle-la avant : tu ne perds aucun jour.`,
  }),
  edition_changed: ({ tier, until }, say) =>
    tier === null
      ? {
          title: 'Tu as maintenant la formule de base',
          text: 'Tu paies chaque semaine ce que le bot a fait. Vérifie ton filtre avant de démarrer.',
        }
      : {
          title: `Tu as maintenant la formule ${PLANS[tier]}`,
          text:
            until === null
              ? 'Ton filtre peut faire plus.'
              : `Elle est payée jusqu’au ${say.dayTime(until)}. Si ton filtre demande plus, ton bot s’arrête jusqu’à ce que tu en enregistres un autre.`,
        },
  refunded: ({ reference, amountCents }, say) => ({
    title: `Remboursement en route : ${say.money(amountCents)}`,
    text: `Paiement ${reference}, vers ta carte ou ta banque. Ça peut prendre quelques jours.`,
    spoken: `Un remboursement de ${say.money(amountCents)} est en route vers ta carte ou ta banque. Ça peut prendre quelques jours.`,
  }),
  friend_joined: () => ({
    title: 'Un ami s’est inscrit avec ton code',
    text: 'Tu as un crédit pour une semaine quand il confirme son téléphone et paie.',
  }),
  credit_earned: ({ available, worthCents }, say) => ({
    title: 'Tu as obtenu un crédit',
    text: `Un ami a payé. Il retire jusqu’à ${say.money(worthCents)}, ce qu’il a payé, de ta prochaine semaine. Tu as ${available === 1 ? '1 crédit' : `${available} crédits`}.`,
  }),
  credit_withheld: ({ reason }) => ({ title: 'Pas de crédit pour un ami', text: WITHHELD[reason] }),
  credit_taken_back: ({ reason, available }) => ({
    title: 'Un crédit a été retiré',
    text: `${TAKEN_BACK[reason]} Il te reste ${available === 1 ? '1 crédit' : `${available} crédits`}.`,
  }),
}

/** A late reminder may say one minute. */
function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minute' : `${minutes} minutes`
}

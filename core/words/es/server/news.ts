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
  run_window_over: 'Terminó su tiempo de búsqueda. Descansa y luego busca otra vez.',
  sleep_after_award: 'Ganaste un [bloque]. Descansa, como dice tu filtro.',
  delivery: 'Estás en una entrega. La búsqueda sigue cuando termines.',
  guard_misses: 'Se te fueron varias ofertas seguidas. Descansa, como dicen tus protecciones.',
  guard_releases: 'Devolviste [bloques]. Descansa, como dicen tus protecciones.',
  aggressive_search:
    'La app de reparto dijo que la búsqueda fue muy rápida. Espera 70 minutos e inicia otra vez. Una velocidad más lenta en tu filtro ayuda.',
  shared_limit:
    'Se acabaron las consultas que comparten los conductores de la app de reparto. Inicia otra vez en unos minutos.',
  human_verification:
    'No se resolvió la verificación de seguridad de la app de reparto. Resuélvela e inicia otra vez.',
  platform_unavailable: 'La app de reparto no respondía. Inicia otra vez en unos minutos.',
  platform_turned_off: 'Tu app de reparto está desactivada por ahora. Inicia otra vez cuando vuelva.',
  driver_stopped: 'Lo detuviste. Inicia otra vez cuando quieras.',
  daily_stop: 'Todos los bots se detienen una vez al día. Inicia otra vez cuando termine la parada diaria.',
  speed_limit_reached: 'Una búsqueda 2X15 dura 3 horas. Inicia otra vez después de la espera.',
  suspended: 'Tu cuenta está suspendida. Abre la app para ver por qué.',
  kill_switch: 'Soporte detuvo todos los bots por ahora. Intenta más tarde.',
  autostop: 'Tu tarea de parada automática lo detuvo. Inicia otra vez cuando quieras.',
  subscription_ended: 'Tu suscripción terminó. Renuévala para volver a buscar.',
  filter_too_dear:
    'Tu filtro usa más de lo que incluye tu plan. No se pierde. Guarda uno para este plan e inicia, o compra otra vez el plan superior.',
  goal_reached: 'Llegaste a tu meta de esta semana.',
  shadow_over: 'Terminó el tiempo de solo mirar. Inícialo para que acepte ofertas.',
  sign_in_refused: 'La app de reparto rechazó tu correo o contraseña. Revísalos e inicia otra vez.',
  no_platform_account: 'No hay una app de reparto conectada. Conecta una y luego inicia.',
  unexpected_reply: 'La app de reparto dio una respuesta que no conocemos. Intenta en un rato.',
}

/** Why a friend earns no credit. */
const WITHHELD: Record<NotificationParams['credit_withheld']['reason'], string> = {
  phone_unconfirmed:
    'Un amigo pagó, pero no ha confirmado su teléfono. Cuando lo haga, su próximo pago te da el crédito.',
  card_shared:
    'Un amigo pagó, pero los dos usan la misma tarjeta. Te da un crédito cuando paga con su propia tarjeta.',
  card_known:
    'Un amigo pagó con la tarjeta de una cuenta eliminada. Quien ya tuvo una cuenta no cuenta como amigo nuevo.',
  account_known:
    'Un amigo se registró con tu código, pero ya había tenido una cuenta. Solo los conductores nuevos te dan un crédito.',
}

/** Why an earned credit is gone. */
const TAKEN_BACK: Record<NotificationParams['credit_taken_back']['reason'], string> = {
  payment_returned: 'El pago que te lo dio se devolvió. El próximo pago de tu amigo te lo da otra vez.',
  card_shared: 'Tú y el amigo que te lo dio usan la misma tarjeta.',
}

/** Why an autostart was refused, and what helps. */
const REFUSALS: Record<StartRefusal, string> = {
  already_running: 'Tu bot ya estaba en marcha. No tienes que hacer nada.',
  no_filter: 'Todavía no tienes filtro. Guarda uno y luego inicia.',
  filter_too_dear: 'Tu filtro usa más de lo que incluye tu plan. Guárdalo para este plan y luego inicia.',
  suspended: 'Tu cuenta está suspendida. Abre la app para ver por qué.',
  inactive: 'Tu cuenta no está activa. Escribe a soporte.',
  no_subscription: 'No tienes suscripción. Elige un plan y luego inicia.',
  server_unavailable: 'No había servidores disponibles. Inicia el bot tú en unos minutos.',
  cooling: 'El bot todavía estaba en pausa. Inícialo tú cuando termine la espera.',
  daily_stop: 'Estaba dentro de la parada diaria. Elige otra hora.',
  goal_reached: 'Ya llegaste a tu meta de esta semana. Inicia el bot tú si quieres más.',
  no_location: 'Las ofertas instantáneas necesitan una ubicación guardada. Guarda una y luego inicia.',
  no_instant_offers: 'Tu app de reparto no tiene ofertas instantáneas. Pon la tarea con ofertas regulares.',
  no_device: 'Las ofertas instantáneas necesitan un ID de dispositivo. Pide a soporte que active el tuyo.',
  old_version: 'Tu versión de la app es muy vieja. Recárgala y luego inicia.',
  no_platform_account: 'No hay una app de reparto conectada. Conecta una y luego inicia.',
  servers_recycling: 'Los servidores se estaban reiniciando. Inicia el bot tú en un minuto.',
}

const STATUS: Record<NotificationParams['account_status']['status'], { title: string; text: string }> = {
  active: { title: 'Tu cuenta está activa otra vez', text: 'Ya puedes iniciar tu bot.' },
  inactive: {
    title: 'Tu cuenta no está activa',
    text: 'Tu bot se detiene. Escribe a soporte si es un error.',
  },
  suspended: {
    title: 'Tu cuenta está suspendida',
    text: 'Tu bot se detiene; puedes seguir viendo tus pantallas. Abre la app para ver por qué, o escribe a soporte.',
  },
}

/** The same for unpaid invoices: the account follows the invoice automatically. */
const DUES: typeof STATUS = {
  ...STATUS,
  active: { title: STATUS.active.title, text: 'Tu factura está pagada. Ya puedes iniciar tu bot.' },
  suspended: {
    title: STATUS.suspended.title,
    text: 'Hay una factura sin pagar, así que tu bot se detiene; puedes seguir viendo tus pantallas. Págala y puedes iniciar tu bot enseguida.',
  },
}

const PLANS: Record<PaidPlan, string> = { advanced: 'avanzado', professional: 'profesional' }

/** Why a bank declined a charge, if that helps (docs.stripe.com/declines/codes). */
const DECLINES: Record<string, string> = {
  insufficient_funds: 'La cuenta no tiene fondos suficientes.',
  expired_card: 'La tarjeta está vencida.',
  incorrect_cvc: 'El código de seguridad no era correcto.',
  authentication_required: 'El banco quiere preguntarte primero, así que págala tú.',
  authentication_failed: 'No lo confirmaste con tu banco.',
  given_up: 'No se confirmó a tiempo, así que se canceló.',
  bank_silent:
    'El banco no responde desde hace días. Si el dinero llega después de que pagaste de otra forma, te lo devolvemos.',
  no_account: 'El banco no encuentra la cuenta.',
}

/** News in Spanish ("tú", of the United States). */
export const news: NewsPhrases = {
  block_won({ station, startAt, endAt, ...paid }, say) {
    const [pay, all] = [payFigure('es', paid), payWords('es', paid)]
    const when = `${say.dayTime(startAt)} a ${say.time(endAt)}`
    return {
      title: `${say.words('[Bloque]')} ganado: ${station}, ${pay}`,
      text: `${when}, ${all}. Ya es tuyo en tu app de reparto.`,
      sms: `${say.words('[Bloque]')} ganado: ${station}, ${when}, ${all}.`,
      spoken: `Ganaste un ${say.words('[bloque]')} en ${station}, el ${say.fullDayTime(startAt)}, hasta ${article(say.time(endAt))}, ${isUnstated(paid) ? 'y no se indica cuánto paga' : `por ${all}`}.`,
    }
  },
  ...undecided,
  ...changed,
  human_needed: () => ({
    title: 'Te espera una verificación de seguridad',
    text: 'La app de reparto quiere comprobar que eres una persona. No se acepta nada hasta que resuelvas la verificación. Resuélvela para que tu bot siga.',
    sms: 'La app de reparto pide una verificación de seguridad. No se acepta nada hasta que la resuelvas.',
  }),
  run_over: ({ startableAt }, say) => ({
    title: 'Tu búsqueda 2X15 terminó',
    text: `Una búsqueda 2X15 dura 3 horas. Puedes iniciar otra vez el ${say.dayTime(startableAt)}.`,
  }),
  bot_failed: ({ reason }, say) => ({ title: 'Tu bot no pudo iniciar', text: say.words(REASONS[reason]) }),
  bot_stopped: ({ reason }, say) => ({
    title: 'Tu bot tuvo que detenerse',
    text: say.words(REASONS[reason]),
  }),
  autostart_missed: ({ refusal, lateMs, action }, say) => ({
    title:
      action === 'stop' ? 'La parada automática no detuvo el bot' : 'El arranque automático no inició el bot',
    text:
      action === 'stop'
        ? `Iba ${say.span(lateMs ?? 0)} tarde. Detén el bot tú mismo si todavía quieres.`
        : refusal !== null
          ? REFUSALS[refusal]
          : lateMs !== null
            ? `Iba ${say.span(lateMs)} tarde. Inicia el bot tú mismo si quieres buscar ahora.`
            : 'Inicia el bot tú mismo si quieres buscar ahora.',
  }),
  reminder: ({ station, startAt, minutes, ...paid }, say) => ({
    title: `${station} empieza en ${inMinutes(minutes)}`,
    text: `${say.dayTime(startAt)}, ${payWords('es', paid)}. Puedes hacer check-in desde 15 minutos antes del inicio.`,
    sms: `${station} empieza en ${inMinutes(minutes)}, a ${article(say.time(startAt))}.`,
    spoken: `Tu ${say.words('[bloque]')} en ${station} empieza en ${inMinutes(minutes)}, a ${article(say.time(startAt))}.`,
  }),
  ask: ({ station, startAt, endAt, ...paid }, say) => {
    const pay = payWords('es', paid)
    return {
      title: `¿La aceptas? ${station}, ${payFigure('es', paid)}`,
      text: `${say.dayTime(startAt)} a ${say.time(endAt)}, ${pay}. Responde en un minuto o se rechaza.`,
    }
  },
  guard_paused: ({ reason, count, until }, say) => ({
    title: 'Tu bot descansa',
    text: `${reason === 'guard_misses' ? `Se te fueron ${count} ofertas seguidas.` : `Hoy devolviste ${count} ${say.words('[bloques]')}.`} Como dicen tus protecciones, el bot descansa hasta el ${say.dayTime(until)}.`,
  }),
  goal_reached: ({ goalCents, bookedCents, currency }, say) => ({
    title: `Meta cumplida: ${say.money(bookedCents, currency)} esta semana`,
    text: `Tu meta era ${say.money(goalCents, currency)}. El bot se detuvo. Inícialo otra vez si quieres más.`,
  }),
  shadow_over: ({ seen, count, cents, others = 0, ...known }) => {
    const pay = { ...known, payCents: cents, tipCents: 0 }
    const apart = others === 0 ? '' : `, sin contar ${others} en otra moneda`
    const worth = isUnstated(pay)
      ? '. No se indica cuánto pagan'
      : `: ${payWords('es', pay)} en total${apart}`
    return {
      title: 'Terminó el modo de solo mirar',
      text: `${count} de ${seen} ofertas encajaban en tu filtro${count > 0 ? worth : ''}. No se aceptó nada.`,
    }
  },
  support_replied: ({ requestId }) => ({
    title: 'Soporte te respondió',
    text: `Tu solicitud ${requestId} tiene respuesta. Abre Soporte en Madruga para leerla.`,
  }),
  account_status({ status, reason, dues }) {
    const { title, text } = (dues ? DUES : STATUS)[status]
    return { title, text: reason === '' ? text : `${text} Razón: ${reason}` }
  },
  invoice_issued({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    if (dueCents === 0)
      return {
        title: 'Tu factura: nada que pagar',
        text: `La factura ${number} está lista. El total es ${due}.`,
      }
    const orElse = 'o tu cuenta se suspende. Con el pago automático no tienes que hacer nada.'
    return {
      title: `Tu factura: ${due}`,
      text: `La factura ${number} está lista. Págala antes del ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Tu factura de ${due} está lista. Págala antes del ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  invoice_due({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    const orElse = 'o tu cuenta se suspende y tu bot se detiene.'
    return {
      title: `Sin pagar: ${due}`,
      text: `La factura ${number} está pendiente. Págala antes del ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Tu factura de ${due} todavía no está pagada. Págala antes del ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  payment_received({ reference, amountCents, number }, say) {
    const amount = say.money(amountCents)
    return {
      title: `Pago recibido: ${amount}`,
      text: `Gracias. La factura ${number} está pagada, con la referencia ${reference}. El recibo está en tu correo y en tu historial de pagos.`,
      spoken: `Gracias. Recibimos tu pago de ${amount}. El recibo está en tu correo.`,
    }
  },
  payment_failed({ number, dueCents, reason }, say) {
    const due = say.money(dueCents)
    const why = DECLINES[reason] ?? 'Tu banco lo rechazó.'
    const then = 'Paga con otra tarjeta o intenta de nuevo.'
    if (number === null)
      return {
        title: `Tu pago falló: ${due}`,
        text: `No se te cobró nada, así que tu compra no se completó. ${why} ${then}`,
      }
    return {
      title: `Tu pago falló: ${due}`,
      text: `No se te cobró nada por la factura ${number}. ${why} ${then}`,
      spoken: `No se te cobró nada por tu factura de ${due}. ${why} ${then}`,
    }
  },
  subscription_ending: ({ tier, endsAt }, say) => ({
    title: `Tu plan ${PLANS[tier]} termina pronto`,
    text: `Está pagado hasta el ${say.dayTime(endsAt)}. Después tu bot no inicia. Renuévalo antes: no pierdes ni un día.`,
  }),
  edition_changed: ({ tier, until }, say) =>
    tier === null
      ? {
          title: 'Ahora tienes el plan básico',
          text: 'No necesita suscripción: pagas cada semana por lo que hizo el bot. Revisa tu filtro antes de iniciar tu bot.',
        }
      : {
          title: `Ahora tienes el plan ${PLANS[tier]}`,
          text:
            until === null
              ? 'Tu filtro ya puede hacer más. Revísalo antes de iniciar tu bot.'
              : `Está pagado hasta el ${say.dayTime(until)}. Si tu filtro usa más de lo que incluye este plan, tu bot se detiene hasta que guardes otro.`,
        },
  refunded: ({ reference, amountCents }, say) => ({
    title: `Reembolso en camino: ${say.money(amountCents)}`,
    text: `Es del pago ${reference} y va a tu tarjeta o banco. Puede tardar unos días en aparecer.`,
    spoken: `Un reembolso de ${say.money(amountCents)} va en camino a tu tarjeta o banco. Puede tardar unos días en aparecer.`,
  }),
  friend_joined: () => ({
    title: 'Un amigo se registró con tu código',
    text: 'Recibes un crédito para una semana cuando tenga su teléfono confirmado y pague por primera vez.',
  }),
  credit_earned: ({ available, worthCents }, say) => ({
    title: 'Ganaste un crédito',
    text: `Un amigo pagó por primera vez. Este crédito descuenta de una semana hasta ${say.money(worthCents)}, que es lo que pagó. Tienes ${available === 1 ? '1 crédito' : `${available} créditos`}: uno se aplica a tu próxima semana.`,
  }),
  credit_withheld: ({ reason }) => ({ title: 'Sin crédito por un amigo', text: WITHHELD[reason] }),
  credit_taken_back: ({ reason, available }) => ({
    title: 'Se retiró un crédito',
    text: `${TAKEN_BACK[reason]} ${available === 1 ? 'Te queda 1 crédito' : `Te quedan ${available} créditos`}.`,
  }),
}

/** A late reminder may say one minute. */
function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}

/** `la 1:15 p. m.`, `las 4:15 a. m.` */
function article(time: string): string {
  return time.startsWith('1:') ? `la ${time}` : `las ${time}`
}

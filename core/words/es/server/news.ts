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
  run_window_over: 'Terminó su tiempo de búsqueda. Ahora descansa.',
  sleep_after_award: 'Ganaste un [bloque]. Ahora descansa.',
  delivery: 'Estás en una entrega. Busca después.',
  guard_misses: 'Se te fueron varias ofertas seguidas. Ahora descansa.',
  guard_releases: 'Devolviste [bloques]. Ahora descansa.',
  aggressive_search:
    'Para la app de reparto la búsqueda fue muy rápida. Espera 70 minutos e inicia otra vez. Una velocidad más lenta ayuda.',
  shared_limit: 'Se acabaron las consultas que comparten sus conductores. Inicia otra vez en unos minutos.',
  human_verification: 'Resuelve la verificación de seguridad de la app de reparto e inicia otra vez.',
  platform_unavailable: 'La app de reparto no respondía. Inicia otra vez en unos minutos.',
  platform_turned_off: 'Tu app de reparto está desactivada por ahora.',
  driver_stopped: 'Lo detuviste.',
  daily_stop: 'Todos los bots se detienen una vez al día. Inicia otra vez después.',
  speed_limit_reached: 'Una búsqueda 2X15 dura 3 horas.',
  suspended: 'Tu cuenta está suspendida. Abre la app para ver por qué.',
  kill_switch: 'Soporte detuvo todos los bots por ahora.',
  autostop: 'Tu tarea de parada automática lo detuvo.',
  subscription_ended: 'Tu suscripción terminó. Renuévala para volver a buscar.',
  filter_too_dear:
    'Tu filtro usa más de lo que incluye tu plan. Guarda uno para este plan, o compra otra vez el plan superior.',
  goal_reached: 'Llegaste a tu meta de esta semana.',
  shadow_over: 'Terminó el tiempo de solo mirar.',
  sign_in_refused: 'La app de reparto rechazó el inicio de sesión. Revisa su correo y contraseña.',
  no_platform_account: 'No hay una app de reparto conectada. Conecta una y luego inicia.',
  unexpected_reply: 'La app de reparto dio una respuesta desconocida. Intenta en un rato.',
}

/** Why a friend earns no credit. */
const WITHHELD: Record<NotificationParams['credit_withheld']['reason'], string> = {
  phone_unconfirmed:
    'Un amigo pagó sin teléfono confirmado. Cuando lo confirme, su próximo pago te da el crédito.',
  card_shared: 'Un amigo pagó con tu tarjeta. Con la suya te da un crédito.',
  card_known: 'Un amigo pagó con la tarjeta de una cuenta eliminada. Solo cuentan conductores nuevos.',
  account_known: 'Un amigo con tu código ya tenía cuenta. Solo cuentan conductores nuevos.',
}

/** Why an earned credit is gone. */
const TAKEN_BACK: Record<NotificationParams['credit_taken_back']['reason'], string> = {
  payment_returned: 'Su pago se devolvió. El próximo de tu amigo te lo da otra vez.',
  card_shared: 'Tú y tu amigo usan la misma tarjeta.',
}

/** Why an autostart was refused, and what helps. */
const REFUSALS: Record<StartRefusal, string> = {
  already_running: 'Tu bot ya estaba en marcha.',
  no_filter: 'Guarda un filtro y luego inicia.',
  filter_too_dear: 'Tu filtro usa más de lo que incluye tu plan. Guarda uno para este plan y luego inicia.',
  suspended: 'Tu cuenta está suspendida. Abre la app para ver por qué.',
  inactive: 'Tu cuenta no está activa. Escribe a soporte.',
  no_subscription: 'Elige un plan y luego inicia.',
  server_unavailable: 'No había servidores disponibles. Inícialo tú en unos minutos.',
  cooling: 'El bot todavía estaba en pausa. Inícialo tú después.',
  daily_stop: 'Estaba dentro de la parada diaria. Elige otra hora.',
  goal_reached: 'Ya llegaste a tu meta de esta semana.',
  no_location: 'Guarda una ubicación para las ofertas instantáneas y luego inicia.',
  no_instant_offers: 'Tu app de reparto no tiene ofertas instantáneas. Pon la tarea con ofertas regulares.',
  no_device: 'Las ofertas instantáneas necesitan un ID de dispositivo. Pide a soporte que active el tuyo.',
  old_version: 'Tu app es muy vieja. Recárgala y luego inicia.',
  no_platform_account: 'No hay una app de reparto conectada. Conecta una y luego inicia.',
  servers_recycling: 'Los servidores se estaban reiniciando. Inícialo tú en un minuto.',
}

const STATUS: Record<NotificationParams['account_status']['status'], { title: string; text: string }> = {
  active: { title: 'Tu cuenta está activa otra vez', text: 'Ya puedes iniciar tu bot.' },
  inactive: {
    title: 'Tu cuenta no está activa',
    text: 'Tu bot se detiene. Escribe a soporte si es un error.',
  },
  suspended: {
    title: 'Tu cuenta está suspendida',
    text: 'Tu bot se detiene. Abre la app para ver por qué, o escribe a soporte.',
  },
}

/** The same for unpaid invoices: the account follows the invoice automatically. */
const DUES: typeof STATUS = {
  ...STATUS,
  active: { title: STATUS.active.title, text: 'Tu factura está pagada: ya puedes iniciar tu bot.' },
  suspended: {
    title: STATUS.suspended.title,
    text: 'Hay una factura sin pagar: tu bot se detiene. Págala y puedes iniciar enseguida.',
  },
}

const PLANS: Record<PaidPlan, string> = { advanced: 'avanzado', professional: 'profesional' }

/** Why a bank declined a charge, if that helps (docs.stripe.com/declines/codes). */
const DECLINES: Record<string, string> = {
  insufficient_funds: 'Fondos insuficientes.',
  expired_card: 'La tarjeta está vencida.',
  incorrect_cvc: 'El código de seguridad no era correcto.',
  authentication_required: 'El banco quiere preguntarte: págala tú.',
  authentication_failed: 'No lo confirmaste con tu banco.',
  given_up: 'No se confirmó a tiempo.',
  bank_silent:
    'El banco no responde desde hace días. El dinero que llegue después de pagar de otra forma se devuelve.',
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
    text: 'La app de reparto quiere comprobar que eres una persona. No se acepta nada hasta que la resuelvas.',
    sms: 'La app de reparto pide una verificación de seguridad. No se acepta nada hasta que la resuelvas.',
  }),
  run_over: ({ startableAt }, say) => ({
    title: 'Tu búsqueda 2X15 terminó',
    text: `Puedes iniciar otra vez el ${say.dayTime(startableAt)}.`,
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
        ? `Iba ${say.span(lateMs ?? 0)} tarde. Detenlo tú.`
        : refusal !== null
          ? REFUSALS[refusal]
          : lateMs !== null
            ? `Iba ${say.span(lateMs)} tarde. Inícialo tú.`
            : 'Inícialo tú.',
  }),
  reminder: ({ station, startAt, minutes, ...paid }, say) => ({
    title: `${station} empieza en ${inMinutes(minutes)}`,
    text: `${say.dayTime(startAt)}, ${payWords('es', paid)}. Haz check-in desde 15 minutos antes.`,
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
    text: `${reason === 'guard_misses' ? `Se te fueron ${count} ofertas seguidas.` : `Hoy devolviste ${count} ${say.words('[bloques]')}.`} El bot descansa hasta el ${say.dayTime(until)}.`,
  }),
  goal_reached: ({ goalCents, bookedCents, currency }, say) => ({
    title: `Meta cumplida: ${say.money(bookedCents, currency)} esta semana`,
    text: `Tu meta era ${say.money(goalCents, currency)}. El bot se detuvo.`,
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
    text: `Tu solicitud ${requestId} tiene respuesta en Soporte.`,
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
        text: `Factura ${number}: ${due}.`,
      }
    const orElse = 'o tu cuenta se suspende, salvo con pago automático.'
    return {
      title: `Tu factura: ${due}`,
      text: `Paga la factura ${number} antes del ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Tu factura de ${due} está lista. Págala antes del ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  invoice_due({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    const orElse = 'o tu cuenta se suspende y tu bot se detiene.'
    return {
      title: `Sin pagar: ${due}`,
      text: `Paga la factura ${number} antes del ${say.dayTime(suspendsAt)}, ${orElse}`,
      spoken: `Tu factura de ${due} todavía no está pagada. Págala antes del ${say.fullDayTime(suspendsAt)}, ${orElse}`,
    }
  },
  payment_received({ reference, amountCents, number }, say) {
    const amount = say.money(amountCents)
    return {
      title: `Pago recibido: ${amount}`,
      text: `La factura ${number} está pagada, referencia ${reference}. El recibo está en tu correo.`,
      spoken: `Recibimos tu pago de ${amount}.`,
    }
  },
  payment_failed({ number, dueCents, reason }, say) {
    const due = say.money(dueCents)
    const why = DECLINES[reason] ?? 'Tu banco lo rechazó.'
    const then = 'Paga con otra tarjeta o intenta de nuevo.'
    if (number === null)
      return {
        title: `Tu pago falló: ${due}`,
        text: `No se te cobró; no se compró nada. ${why} ${then}`,
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
          text: 'Pagas cada semana por lo que hizo el bot. Revisa tu filtro antes de iniciar.',
        }
      : {
          title: `Ahora tienes el plan ${PLANS[tier]}`,
          text:
            until === null
              ? 'Tu filtro ya puede hacer más.'
              : `Está pagado hasta el ${say.dayTime(until)}. Si tu filtro usa más, tu bot se detiene hasta que guardes otro.`,
        },
  refunded: ({ reference, amountCents }, say) => ({
    title: `Reembolso en camino: ${say.money(amountCents)}`,
    text: `Pago ${reference}, a tu tarjeta o banco. Puede tardar unos días.`,
    spoken: `Un reembolso de ${say.money(amountCents)} va en camino a tu tarjeta o banco. Puede tardar unos días.`,
  }),
  friend_joined: () => ({
    title: 'Un amigo se registró con tu código',
    text: 'Recibes un crédito para una semana cuando confirme su teléfono y pague.',
  }),
  credit_earned: ({ available, worthCents }, say) => ({
    title: 'Ganaste un crédito',
    text: `Un amigo pagó. Descuenta hasta ${say.money(worthCents)}, lo que pagó, de tu próxima semana. Tienes ${available === 1 ? '1 crédito' : `${available} créditos`}.`,
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

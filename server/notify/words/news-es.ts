import type { PaidPlan } from '@madruga/core/plans.ts'
import type { BotReason, StartRefusal } from '@madruga/core/bot-states.ts'
import type { NotificationParams } from '@madruga/core/notify.ts'
import type { Pay } from '@madruga/core/offers.ts'
import type { NewsPhrases, Say } from './news-model.ts'

/** Why a bot could not start or continue, and what helps. */
const REASONS: Record<BotReason, string> = {
  run_window_over: 'Terminó su turno de búsqueda. El descanso es parte de tu velocidad.',
  sleep_after_award: 'Ganaste un bloque, así que descansa como pediste en tu filtro.',
  delivery: 'Estás en una entrega. La búsqueda espera a que termines.',
  guard_misses: 'Varias ofertas seguidas se fueron con otros, así que hace la pausa que pediste.',
  guard_releases: 'Devolviste bloques, así que hace la pausa que pediste.',
  aggressive_search:
    'La app de entregas dijo que la búsqueda fue muy rápida. Espera 70 minutos y arranca de nuevo. Una velocidad más tranquila en tu filtro ayuda.',
  human_verification:
    'La app de entregas quiere ver a una persona y nadie resolvió su verificación. Resuélvela y arranca de nuevo.',
  platform_unavailable: 'La app de entregas no respondió. Arranca de nuevo en unos minutos.',
  driver_stopped: 'Lo paraste. Arranca de nuevo cuando quieras.',
  daily_stop: 'Todos los bots paran una vez al día. Arranca de nuevo cuando pase.',
  speed_limit_reached: 'Una corrida 2X15 dura 3 horas. Arranca de nuevo después de la pausa.',
  suspended: 'Tu cuenta está suspendida. Paga la factura pendiente y arranca de nuevo.',
  kill_switch: 'Soporte paró todos los bots por ahora. Intenta más tarde.',
  autostop: 'Tu tarea de parada automática lo detuvo. Arranca de nuevo cuando quieras.',
  subscription_ended: 'Tu suscripción terminó. Renuévala para volver a cazar.',
  filter_too_dear:
    'Tu filtro tiene más de lo que tu edición permite ahora. No se pierde. Guarda uno para esta edición y arranca, o compra otra vez la otra.',
  goal_reached: 'Llegaste a la meta de la semana de tu filtro.',
  shadow_over: 'Se acabó su tiempo de solo mirar. Arráncalo para que acepte.',
  sign_in_refused:
    'La app de entregas rechazó la entrada. Revisa el correo y la contraseña con que entras en ella y arranca de nuevo.',
  no_platform_account: 'No hay una cuenta de la app de entregas conectada. Conecta una y arranca.',
  unexpected_reply: 'La app de entregas respondió algo que no conocemos. Intenta en un rato.',
}

/** Why a friend earns no credit. */
const WITHHELD: Record<NotificationParams['credit_withheld']['reason'], string> = {
  phone_unconfirmed:
    'Un amigo tuyo pagó, pero no ha confirmado su número de teléfono. Cuando lo confirme, su próximo pago te da el crédito.',
  card_shared:
    'Un amigo tuyo pagó, pero los dos usan la misma tarjeta. Para darte un crédito, tu amigo necesita una tarjeta propia.',
  card_known:
    'Un amigo tuyo pagó con la tarjeta de una cuenta eliminada. Quien ya tuvo una cuenta no es un amigo nuevo.',
  account_known:
    'Un amigo se registró con tu código, pero ya tuvo una cuenta. Solo quien es nuevo aquí te da un crédito.',
}

/** Why an earned credit is gone. */
const TAKEN_BACK: Record<NotificationParams['credit_taken_back']['reason'], string> = {
  payment_returned: 'El pago del amigo que te lo dio se devolvió. Su próximo pago te lo da otra vez.',
  card_shared: 'Tú y el amigo que te lo dio usan la misma tarjeta.',
}

/** Why an autostart was refused, and what helps. */
const REFUSALS: Record<StartRefusal, string> = {
  already_running: 'Tu bot ya estaba en marcha. No tienes que hacer nada.',
  no_filter: 'Todavía no tienes filtro. Guarda uno y arranca.',
  filter_too_dear:
    'Tu filtro tiene más de lo que tu edición permite ahora. Guárdalo para esta edición y arranca.',
  suspended: 'Tu cuenta está suspendida. Paga la factura pendiente y arranca de nuevo.',
  inactive: 'Tu cuenta no está activa. Soporte te puede ayudar.',
  no_subscription: 'No tienes suscripción. Elige una y arranca.',
  server_unavailable: 'No había servidores disponibles. Arranca tú en unos minutos.',
  cooling: 'El bot todavía estaba en pausa. Arranca tú cuando termine.',
  daily_stop: 'Cayó en la parada diaria. Elige otra hora para esa tarea.',
  goal_reached: 'Ya llegaste a tu meta de esta semana. Arranca tú si quieres más.',
  no_location: 'Las ofertas instantáneas necesitan una ubicación guardada. Elige una y arranca.',
  no_instant_offers: 'Tu app de entregas no tiene ofertas instantáneas. Pon la tarea con ofertas regulares.',
  no_device: 'Las ofertas instantáneas necesitan un id de dispositivo. Pide a soporte que active el tuyo.',
  old_version: 'Tu app es una versión vieja. Cárgala otra vez y arranca.',
  no_platform_account: 'No hay una cuenta de la app de entregas conectada. Conecta una y arranca.',
  servers_recycling: 'Los servidores se estaban reciclando. Arranca tú en un minuto.',
}

const CHANGED: Record<NotificationParams['account_changed']['what'], string> = {
  email: 'El correo con el que entras cambió',
  phone: 'Tu número de teléfono cambió',
  preferredEmail: 'El correo de tus mensajes cambió',
  password: 'Tu contraseña cambió',
}

const STATUS: Record<NotificationParams['account_status']['status'], { title: string; text: string }> = {
  active: { title: 'Tu cuenta está activa otra vez', text: 'Ya puedes arrancar tu bot.' },
  inactive: { title: 'Tu cuenta no está activa', text: 'Tu bot para. Escribe a soporte si eso es un error.' },
  suspended: {
    title: 'Tu cuenta está suspendida',
    text: 'Tu bot para y puedes seguir viendo tus pantallas. Paga la factura pendiente o escribe a soporte.',
  },
}

/** The same for unpaid invoices: the account follows the invoice automatically. */
const DUES: typeof STATUS = {
  ...STATUS,
  active: { title: STATUS.active.title, text: 'Tu factura está pagada. Ya puedes arrancar tu bot.' },
  suspended: {
    title: STATUS.suspended.title,
    text: 'Hay una factura sin pagar, así que tu bot para; puedes seguir viendo tus pantallas. Págala y tu bot puede arrancar enseguida.',
  },
}

const PLANS: Record<PaidPlan, string> = { advanced: 'avanzada', professional: 'profesional' }

/** Why a bank declined a charge, if that helps (docs.stripe.com/declines/codes). */
const DECLINES: Record<string, string> = {
  insufficient_funds: 'La cuenta no tiene suficiente dinero.',
  expired_card: 'La tarjeta está vencida.',
  incorrect_cvc: 'El código de la tarjeta no es correcto.',
  authentication_required: 'El banco quiere preguntarte antes, así que paga tú a mano.',
  authentication_failed: 'No lo confirmaste en tu banco.',
  given_up: 'Nadie la confirmó a tiempo, así que se dejó. No se cobró nada.',
  bank_silent:
    'El banco no dice nada desde hace días. Si el dinero llega después de que pagaste de otra forma, te lo devolvemos.',
  no_account: 'El banco no encuentra la cuenta.',
}

/** News in Spanish ("tú", of the United States). */
export const NEWS_SPANISH: NewsPhrases = {
  block_won({ station, startAt, endAt, payCents, tipCents }, say) {
    const [pay, all] = [say.money(payCents), payOf({ payCents, tipCents }, say)]
    const when = `${say.dayTime(startAt)} a ${say.time(endAt)}`
    return {
      title: `Bloque ganado: ${station}, ${pay}`,
      text: `${when}, ${all}. Ya es tuyo en tu app de entregas.`,
      sms: `Bloque ganado: ${station}, ${when}, ${all}.`,
      spoken: `Ganaste un bloque en ${station}, el ${say.fullDayTime(startAt)}, hasta las ${say.time(endAt)}, por ${all}.`,
    }
  },
  human_needed: () => ({
    title: 'Una verificación humana te espera',
    text: 'La app de entregas quiere ver a una persona y no se acepta nada hasta entonces. Resuelve su verificación, para que tu bot pueda seguir.',
    sms: 'La app de entregas pide una verificación humana. No se acepta nada hasta que la resuelvas.',
  }),
  run_over: ({ startableAt }, say) => ({
    title: 'Tu corrida 2X15 terminó',
    text: `Una corrida 2X15 dura 3 horas y luego el bot descansa. Puedes arrancar de nuevo desde ${say.dayTime(startableAt)}.`,
  }),
  bot_failed: ({ reason }) => ({ title: 'Tu bot no pudo arrancar', text: REASONS[reason] }),
  bot_stopped: ({ reason }) => ({ title: 'Tu bot tuvo que parar', text: REASONS[reason] }),
  autostart_missed: ({ refusal, lateMs, action }, say) => ({
    title: action === 'stop' ? 'Tu parada automática no paró el bot' : 'Tu inicio automático no arrancó',
    text:
      action === 'stop'
        ? `Llegó ${say.span(lateMs ?? 0)} tarde, que es demasiado. Para tú el bot si debe descansar.`
        : refusal !== null
          ? REFUSALS[refusal]
          : lateMs !== null
            ? `Llegó ${say.span(lateMs)} tarde, que es demasiado. Arranca tú si quieres cazar ahora.`
            : 'Arranca tú si quieres cazar ahora.',
  }),
  reminder: ({ station, startAt, payCents, tipCents, minutes }, say) => ({
    title: `${station} empieza en ${inMinutes(minutes)}`,
    text: `${say.dayTime(startAt)}, ${payOf({ payCents, tipCents }, say)}. Puedes registrar tu llegada desde 15 minutos antes.`,
    sms: `${station} empieza en ${inMinutes(minutes)}, a las ${say.time(startAt)}.`,
    spoken: `Tu bloque en ${station} empieza en ${inMinutes(minutes)}, a las ${say.time(startAt)}.`,
  }),
  ask: ({ station, startAt, endAt, payCents, tipCents }, say) => {
    const pay = payOf({ payCents, tipCents }, say)
    return {
      title: `¿Lo tomas? ${station}, ${say.money(payCents)}`,
      text: `${say.dayTime(startAt)} a ${say.time(endAt)}, ${pay}. Responde en un minuto o se deja.`,
    }
  },
  guard_paused: ({ reason, count, until }, say) => ({
    title: 'Tu bot hace una pausa',
    text: `${reason === 'guard_misses' ? `${count} ofertas seguidas se fueron con otros.` : `Hoy devolviste ${count} bloques.`} Tu límite pausa la búsqueda hasta ${say.dayTime(until)}.`,
  }),
  goal_reached: ({ goalCents, bookedCents }, say) => ({
    title: `Meta cumplida: ${say.money(bookedCents)} esta semana`,
    text: `Tu meta era ${say.money(goalCents)}, así que el bot paró. Arráncalo de nuevo si quieres más.`,
  }),
  shadow_over: ({ seen, count, cents }, say) => ({
    title: 'Terminó el modo de solo mirar',
    text: `De ${seen} ofertas, ${count} cumplían tu filtro y valían ${say.money(cents)}. No se aceptó nada.`,
  }),
  support_replied: ({ requestId }) => ({
    title: 'Soporte te respondió',
    text: `Tu solicitud ${requestId} tiene respuesta. Abre Soporte en Madruga para leerla.`,
  }),
  account_changed: ({ what }) => ({
    title: CHANGED[what],
    text: '¿Fuiste tú? Entonces no tienes que hacer nada. ¿No fuiste tú? Crea una contraseña nueva ya y escribe a soporte.',
  }),
  account_status({ status, reason, dues }) {
    const { title, text } = (dues ? DUES : STATUS)[status]
    return { title, text: reason === '' ? text : `${text} El motivo: ${reason}` }
  },
  invoice_issued({ number, dueCents, suspendsAt }, say) {
    const due = say.money(dueCents)
    if (dueCents === 0)
      return {
        title: 'Tu factura: nada que pagar',
        text: `La factura ${number} está lista. Suma ${due}.`,
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
    const orElse = 'o tu cuenta se suspende y tu bot para.'
    return {
      title: `Todavía sin pagar: ${due}`,
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
    const why = DECLINES[reason] ?? 'El banco rechazó el cobro.'
    const then = 'Paga con otra tarjeta o intenta de nuevo.'
    if (number === null)
      return {
        title: `Tu pago no pasó: ${due}`,
        text: `Lo que querías comprar no está pagado y no lo tienes. ${why} ${then}`,
      }
    return {
      title: `Tu pago no pasó: ${due}`,
      text: `La factura ${number} no está pagada. ${why} ${then}`,
      spoken: `Tu factura de ${due} no está pagada. ${why} ${then}`,
    }
  },
  subscription_ending: ({ tier, endsAt }, say) => ({
    title: `Tu edición ${PLANS[tier]} termina pronto`,
    text: `Está pagada hasta el ${say.dayTime(endsAt)}, y después tu bot no arranca. Renuévala antes: no pierdes ni un día.`,
  }),
  edition_changed: ({ tier, until }, say) =>
    tier === null
      ? {
          title: 'Ahora tienes la edición básica',
          text: 'No necesita suscripción: pagas por semana lo que recibes. Revisa tu filtro antes de arrancar tu bot.',
        }
      : {
          title: `Ahora tienes la edición ${PLANS[tier]}`,
          text:
            until === null
              ? 'Tu filtro ya puede hacer más. Revísalo antes de arrancar tu bot.'
              : `Está pagada hasta el ${say.dayTime(until)} y puedes renovarla antes. Si tu filtro tiene más de lo que esta edición permite, tu bot para hasta que guardes otro.`,
        },
  refunded: ({ reference, amountCents }, say) => ({
    title: `Reembolso: ${say.money(amountCents)}`,
    text: `Es parte del pago ${reference} y vuelve por donde vino. Tu banco puede tardar unos días en mostrarlo.`,
    spoken: `${say.money(amountCents)} de un pago vuelven a ti por donde vinieron. Tu banco puede tardar unos días en mostrarlos.`,
  }),
  friend_joined: () => ({
    title: 'Un amigo entró con tu código',
    text: 'Cuando pague por primera vez, es tuyo un crédito para una de tus semanas.',
  }),
  credit_earned: ({ available }) => ({
    title: 'Ganaste un crédito',
    text: `Un amigo pagó por primera vez. Tienes ${available === 1 ? '1 crédito' : `${available} créditos`}: uno se descuenta solo de tu próxima semana.`,
  }),
  credit_withheld: ({ reason }) => ({ title: 'Sin crédito por un amigo', text: WITHHELD[reason] }),
  credit_taken_back: ({ reason, available }) => ({
    title: 'Te retiramos un crédito',
    text: `${TAKEN_BACK[reason]} ${available === 1 ? 'Te queda 1 crédito' : `Te quedan ${available} créditos`}.`,
  }),
}

/** A late reminder may say one minute. */
function inMinutes(minutes: number): string {
  return minutes === 1 ? '1 minuto' : `${minutes} minutos`
}

/** A pay, and the tip that the platform projects. */
function payOf({ payCents, tipCents }: Pay, say: Say): string {
  const pay = say.money(payCents)
  return tipCents > 0 ? `${pay} más unos ${say.money(tipCents)} de propina` : pay
}

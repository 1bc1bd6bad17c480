import type { Phrases, Said } from './model.ts'

const PURPOSES = {
  register: 'para registrarte',
  reset: 'para crear una contraseña nueva',
  change: 'para confirmar el cambio',
}
const CONTACTS = {
  email: { title: 'Tu correo cambió', subject: 'El correo', short: 'tu correo es otro' },
  phone: { title: 'Tu teléfono cambió', subject: 'El número de teléfono', short: 'tu celular es otro' },
  preferredEmail: {
    title: 'Tu correo preferido cambió',
    subject: 'El correo preferido',
    short: 'tu correo preferido es otro',
  },
}
const NEW_PASSWORD = { label: 'Crea una contraseña nueva', path: '/password' }

/**
 * Spanish. SMS are worded without á, í, ó and ú, which the phone alphabet lacks (words/gsm.ts): with them an
 * SMS holds 70 characters.
 */
export const SPANISH: Phrases = {
  code({ purpose, code, minutes }) {
    const to = PURPOSES[purpose]
    return {
      title: 'Tu código de Madruga',
      paragraphs: [
        `Escribe este código ${to}:`,
        `Vale por ${minutes} minutos. Nadie de Madruga te lo pide: no lo compartas nunca.`,
        '¿No pediste un código? Entonces no tienes que hacer nada.',
      ],
      sms: `Madruga: ${code} es tu clave ${to}. Vale por ${minutes} minutos. No la compartas nunca.`,
      spoken: `Hola. Habla Madruga. Tu código ${to} es: ${spell(code)}.`,
    }
  },
  account_exists: () => ({
    title: 'Ya tienes una cuenta',
    paragraphs: [
      'Alguien, quizás tú, intentó registrarse en Madruga con esta dirección o este teléfono. Ya pertenece a una cuenta.',
      'Entra con ella, o crea una contraseña nueva si olvidaste la tuya. ¿No fuiste tú? Entonces no tienes que hacer nada.',
    ],
    sms: 'Madruga: alguien quiso registrarse con tu celular. Ya tienes una cuenta: entra con ella. Si no lo hiciste, no hagas nada.',
    spoken:
      'Hola. Habla Madruga. Alguien, quizás tú, intentó registrarse con tu número. Ya tienes una cuenta. Entra con ella, o no hagas nada si no fuiste tú.',
    action: { label: 'Entra', path: '/login' },
  }),
  contact_changed({ what }, at) {
    const { title, subject, short } = CONTACTS[what]
    return changed(title, `${subject} de tu cuenta de Madruga`, short, at)
  },
  password_changed: (at) =>
    changed('Tu contraseña cambió', 'La contraseña de tu cuenta de Madruga', 'tu contraseña es otra', at),
  account_deleted: (at) => ({
    title: 'Tu cuenta está borrada',
    paragraphs: [
      `Tu cuenta de Madruga y lo que guardaba se borraron el ${at}. Tu bot está parado y no te enviamos nada más.`,
      'Gracias por manejar con nosotros. Puedes volver cuando quieras: solo regístrate otra vez.',
    ],
    sms: 'Madruga: borramos tu cuenta y sus datos. Tu bot ya no busca y no te enviamos nada en adelante.',
    spoken: 'Hola. Habla Madruga. Tu cuenta y sus datos están borrados. Tu bot está parado.',
  }),
  invitation({ name, link }) {
    const who = name === '' ? 'Un amigo' : name
    return {
      title: `${who} te invita a Madruga`,
      paragraphs: [`Madruga toma bloques de entrega mientras duermes. Regístrate aquí: ${link}`],
      sms: `Madruga: ${who} te invita. Un bot toma bloques por ti. STOP: basta. Entra: ${link}`,
      spoken: `Hola. Habla Madruga. ${who} te invita. Nuestro bot toma bloques de entrega por ti.`,
    }
  },
  test: () => ({
    title: 'Prueba: esto te llega',
    paragraphs: [
      'Pediste una prueba en tus ajustes de avisos. Llegó: los mensajes por este medio te alcanzan.',
    ],
    sms: 'Madruga: esta es la prueba que pediste. Ya ves, los SMS te llegan.',
    spoken:
      'Hola. Habla Madruga, con la llamada de prueba que pediste. Funcionó: nuestras llamadas te llegan.',
    action: { label: 'Ajustes de avisos', path: '/notification-settings' },
  }),
  open: {
    block_won: 'Mira el bloque',
    human_needed: 'Resuélvelo ahora',
    run_over: 'Abre Madruga',
    bot_failed: 'Abre Madruga',
    bot_stopped: 'Abre Madruga',
    autostart_missed: 'Mira el inicio automático',
    reminder: 'Registra tu llegada',
    ask: 'Responde ya',
    guard_paused: 'Abre Madruga',
    goal_reached: 'Mira la semana',
    shadow_over: 'Mira el informe',
    support_replied: 'Lee la respuesta',
    account_changed: 'Revisa tu perfil',
    account_status: 'Abre Madruga',
    invoice_issued: 'Mira la factura',
    invoice_due: 'Págala ahora',
    payment_received: 'Mira tus pagos',
    payment_failed: 'Págala ahora',
    subscription_ending: 'Renuévala',
    edition_changed: 'Mira las ediciones',
    refunded: 'Mira tus pagos',
    friend_joined: 'Mira tus invitaciones',
    credit_earned: 'Mira tus créditos',
    credit_withheld: 'Mira tus invitaciones',
    credit_taken_back: 'Mira tus créditos',
  },
  hello: 'Hola. Habla Madruga.',
  acknowledge: 'Entendido',
  ofAccount: 'Recibes esto porque trata de tu cuenta de Madruga.',
  ofSettings: 'Recibes esto porque tus ajustes de avisos lo piden.',
  changeSettings: 'Cámbialos',
}

function changed(title: string, subject: string, short: string, at: string): Said {
  return {
    title,
    paragraphs: [
      `${subject} cambió el ${at}.`,
      '¿Fuiste tú? Entonces no tienes que hacer nada. ¿No fuiste tú? Crea una contraseña nueva ya y luego escribe a soporte.',
    ],
    sms: `Madruga: ${short}. Si no lo hiciste, crea ya una contraseña nueva y escribe a soporte.`,
    spoken: `Hola. Habla Madruga. ${title}. Si no fuiste tú, crea una contraseña nueva ya y luego escribe a soporte.`,
    action: NEW_PASSWORD,
  }
}

function spell(code: string): string {
  return [...code].join(', ')
}

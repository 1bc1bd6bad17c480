import type { Phrases, Said } from '../../messages.ts'

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
export const messages: Phrases = {
  code({ purpose, code, minutes }) {
    const to = PURPOSES[purpose]
    return {
      title: 'Tu código de Madruga',
      paragraphs: [`Escribe este código ${to}:`, `Vale por ${minutes} minutos. No lo compartas nunca.`],
      sms: `${code} es tu clave ${to}, vale por ${minutes} minutos. No la compartas nunca.`,
      spoken: `Tu código ${to} es: ${spell(code)}.`,
    }
  },
  account_exists: () => ({
    title: 'Ya tienes una cuenta',
    paragraphs: [
      'Alguien, quizás tú, intentó registrarse con esta dirección o este teléfono.',
      'Inicia sesión, o cambia tu contraseña. Si no fuiste tú, no hagas nada.',
    ],
    sms: 'alguien quiso registrarse con tu celular. Ya tienes una cuenta: entra con ella. Si no lo hiciste, no hagas nada.',
    action: { label: 'Iniciar sesión', path: '/login' },
  }),
  contact_changed({ what }, at) {
    const { title, subject, short } = CONTACTS[what]
    return changed(title, `${subject} de tu cuenta de Madruga`, short, at)
  },
  password_changed: (at) =>
    changed('Tu contraseña cambió', 'La contraseña de tu cuenta de Madruga', 'tu contraseña es otra', at),
  factor_guessed: (at) => ({
    title: 'Códigos de acceso incorrectos',
    paragraphs: [
      `El ${at} alguien que sabe tu contraseña escribió demasiados códigos incorrectos.`,
      '¿No fuiste tú? Cambia tu contraseña ahora. ¿Fuiste tú? Espera unos minutos.',
    ],
    sms: 'alguien que sabe tu clave falla una y otra vez al entrar. Si no lo hiciste, crea ya una contraseña nueva.',
    action: NEW_PASSWORD,
  }),
  account_deleted: (at) => ({
    title: 'Tu cuenta se borró',
    paragraphs: [
      `Tu cuenta de Madruga y sus datos se borraron el ${at}. Tu bot está detenido.`,
      'Regístrate otra vez cuando quieras.',
    ],
    sms: 'borramos tu cuenta y sus datos. Tu bot ya no busca.',
  }),
  instance_code({ code, name, host, hours }) {
    const text = `¿Permitiste que Madruga tome trabajos para tus repartidores en ${name} (${host})?`
    return {
      title: `Confirma Madruga para ${name}`,
      paragraphs: [
        `${text} Si es así, envía este código a quien opera el servicio:`,
        `Vale ${hours} horas. Los repartidores verán entonces que ${name} lo confirmó.`,
        'Si no, no hagas nada.',
      ],
      sms: `${text} Si es así, dale este código a quien opera el servicio: ${code}.`,
      spoken: `${text} Si es así, dale este código a quien opera el servicio: ${spell(code)}.`,
    }
  },
  invitation({ name, link }) {
    const who = name === '' ? 'Un amigo' : name
    return {
      title: `${who} te invita a Madruga`,
      paragraphs: [`Un bot gana bloques de entrega por ti. Regístrate aquí: ${link}`],
      sms: `${who} te invita. Un bot gana bloques por ti. STOP para no recibir SMS. ${link}`,
      spoken: `${who} te invita. Nuestro bot gana bloques de entrega por ti.`,
    }
  },
  test: () => ({
    title: 'Mensaje de prueba',
    paragraphs: ['La prueba que pediste: los avisos por este medio te llegan.'],
    sms: 'la prueba que pediste llega.',
    action: { label: 'Ajustes de avisos', path: '/notification-settings' },
  }),
  open: 'Abrir Madruga',
  hello: 'Hola. Habla Madruga.',
  buttons: { acknowledge: 'Entendido', take: 'Aceptar', leave: 'Rechazar' },
  answered: 'Enviada. Abre Madruga para ver si la ganaste.',
  ofAccount: 'Trata de tu cuenta de Madruga.',
  ofPlatform: 'Tu dirección administra el dominio de una app de reparto.',
  ofReport: 'Autorizaste Madruga en esta app de reparto, u operas Madruga.',
  ofSettings: 'Enviado por tus ajustes de avisos.',
  changeSettings: 'Cambiarlos',
}

function changed(title: string, subject: string, short: string, at: string): Said {
  return {
    title,
    paragraphs: [
      `${subject} cambió el ${at}.`,
      '¿No fuiste tú? Cambia tu contraseña ahora y escribe a soporte.',
    ],
    sms: `${short}. Si no lo hiciste, crea ya una contraseña nueva y escribe a soporte.`,
    action: NEW_PASSWORD,
  }
}

function spell(code: string): string {
  return [...code].join(', ')
}

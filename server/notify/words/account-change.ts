import { nameDevice } from '@madruga/core/accounts.ts'
import type { NotificationParams } from '@madruga/core/notify.ts'

type Params = NotificationParams['account_changed']

type Phrases = {
  changes: Record<Exclude<Params['what'], 'device'>, string>
  signIn(device: string): string
  text: string
}

const TEXTS: Record<'en' | 'es', Phrases> = {
  en: {
    changes: {
      email: 'Your sign-in e-mail changed',
      phone: 'Your phone number changed',
      preferredEmail: 'The e-mail for your alerts changed',
      password: 'Your password changed',
      passkey: 'A passkey was added to your account',
    },
    signIn: (device) => `New sign-in: ${device}`,
    text: 'If it was you, there is nothing to do. If it was not, reset your password now and contact support.',
  },
  es: {
    changes: {
      email: 'Tu correo para iniciar sesión cambió',
      phone: 'Tu número de teléfono cambió',
      preferredEmail: 'El correo de tus avisos cambió',
      password: 'Tu contraseña cambió',
      passkey: 'Se agregó una llave de acceso a tu cuenta',
    },
    signIn: (device) => `Nuevo inicio de sesión: ${device}`,
    text: 'Si fuiste tú, no tienes que hacer nada. Si no fuiste tú, cambia tu contraseña ahora y escribe a soporte.',
  },
}

/** What a driver reads of a change of their account, or of a browser that signed in for the first time. */
export function sayAccountChange(language: 'en' | 'es', params: Params): { title: string; text: string } {
  const { changes, signIn, text } = TEXTS[language]
  return {
    title: params.what === 'device' ? signIn(nameDevice(language, params)) : changes[params.what],
    text,
  }
}

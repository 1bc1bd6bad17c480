import type { Phrases, Said } from '../../messages.ts'

const PURPOSES = {
  register: 'pour t’inscrire',
  reset: 'pour choisir un nouveau mot de passe',
  change: 'pour confirmer le changement',
}
const CONTACTS = {
  email: { title: 'Ton e-mail a changé', subject: 'L’e-mail' },
  phone: { title: 'Ton téléphone a changé', subject: 'Le numéro de téléphone' },
  preferredEmail: { title: 'Ton e-mail préféré a changé', subject: 'L’e-mail préféré' },
}
const NEW_PASSWORD = { label: 'Choisir un nouveau mot de passe', path: '/password' }

/** SMS stay within 160 characters of the phone alphabet, which lacks ê, â, î, ô, û and ç. */
export const messages: Phrases = {
  code({ purpose, code, minutes }) {
    const to = PURPOSES[purpose]
    return {
      title: 'Ton code Madruga',
      paragraphs: [`Saisis ce code ${to} :`, `Il vaut ${minutes} minutes. Ne le donne jamais.`],
      sms: `${code} est ton code ${to}, valable ${minutes} minutes. Ne le donne jamais.`,
      spoken: `Ton code ${to} est : ${spell(code)}.`,
    }
  },
  account_exists: () => ({
    title: 'Tu as déjà un compte',
    paragraphs: [
      'Quelqu’un, peut-être toi, a voulu s’inscrire avec cette adresse ou ce téléphone.',
      'Connecte-toi, ou change ton mot de passe. Pas toi ? Rien à faire.',
    ],
    sms: 'on a voulu s’inscrire avec ton numéro. Tu as déjà un compte : connecte-toi. Ce n’était pas toi ? Rien à faire.',
    action: { label: 'Se connecter', path: '/login' },
  }),
  contact_changed({ what }, at) {
    const { title, subject } = CONTACTS[what]
    return changed(title, `${subject} de ton compte Madruga`, at)
  },
  password_changed: (at) => changed('Ton mot de passe a changé', 'Le mot de passe de ton compte Madruga', at),
  factor_guessed: (at) => ({
    title: 'Mauvais codes de connexion',
    paragraphs: [
      `Le ${at}, quelqu’un qui connaît ton mot de passe a saisi trop de mauvais codes.`,
      'Pas toi ? Change ton mot de passe maintenant. Toi ? Attends quelques minutes.',
    ],
    sms: 'une personne qui sait ton mot de passe a saisi trop de mauvais codes. Pas toi ? Change ton mot de passe maintenant.',
    action: NEW_PASSWORD,
  }),
  account_deleted: (at) => ({
    title: 'Ton compte est supprimé',
    paragraphs: [
      `Ton compte Madruga et ses données ont été supprimés le ${at}. Ton bot est arrêté.`,
      'Réinscris-toi quand tu veux.',
    ],
    sms: 'ton compte et ses données sont supprimés. Ton bot ne cherche plus.',
  }),
  instance_code({ code, name, host, hours }) {
    const text = `As-tu permis à Madruga de prendre des créneaux pour tes coursiers chez ${name} (${host}) ?`
    return {
      title: `Confirme Madruga pour ${name}`,
      paragraphs: [
        `${text} Si oui, envoie ce code à son exploitant :`,
        `Il vaut ${hours} heures. Les coursiers lisent alors que ${name} l’a confirmé.`,
        'Si non, ne fais rien.',
      ],
      sms: `${text} Si oui, donne ce code à son exploitant : ${code}.`,
      spoken: `${text} Si oui, donne ce code à son exploitant : ${spell(code)}.`,
    }
  },
  invitation({ name, link }) {
    const who = name === '' ? 'Un ami' : name
    return {
      title: `${who} t’invite chez Madruga`,
      paragraphs: [`Un bot gagne des blocs de livraison pour toi. Inscris-toi ici : ${link}`],
      sms: `${who} t’invite. Un bot gagne des blocs pour toi. STOP pour refuser. ${link}`,
      spoken: `${who} t’invite. Notre bot gagne des blocs de livraison pour toi.`,
    }
  },
  test: () => ({
    title: 'Message de test',
    paragraphs: ['Le test demandé : les alertes par ce moyen te parviennent.'],
    sms: 'le test demandé te parvient.',
    action: { label: 'Réglages des alertes', path: '/notification-settings' },
  }),
  open: 'Ouvrir Madruga',
  hello: 'Bonjour. Ici Madruga.',
  buttons: { acknowledge: 'Compris', take: 'Accepter', leave: 'Refuser' },
  answered: 'Envoyée. Ouvre Madruga pour voir si tu l’as gagnée.',
  ofAccount: 'Cela concerne ton compte Madruga.',
  ofPlatform: 'Ton adresse administre le domaine d’une appli de livraison.',
  ofReport: 'Tu as autorisé Madruga dans cette appli de livraison, ou tu exploites Madruga.',
  ofSettings: 'Envoyé selon tes réglages d’alertes.',
  changeSettings: 'Les changer',
}

function changed(title: string, subject: string, at: string): Said {
  return {
    title,
    paragraphs: [
      `${subject} a changé le ${at}.`,
      'Pas toi ? Change ton mot de passe maintenant, puis écris à l’assistance.',
    ],
    sms: `${title.toLowerCase()}. Pas toi ? Change ton mot de passe maintenant, puis écris à l’assistance.`,
    action: NEW_PASSWORD,
  }
}

function spell(code: string): string {
  return [...code].join(', ')
}

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
      paragraphs: [
        `Saisis ce code ${to} :`,
        `Il vaut ${minutes} minutes. Nous ne le demandons jamais : ne le donne jamais.`,
      ],
      sms: `Madruga: ${code} est ton code ${to}, valable ${minutes} minutes. Ne le donne jamais.`,
      spoken: `Bonjour. Ici Madruga. Ton code ${to} est : ${spell(code)}.`,
    }
  },
  account_exists: () => ({
    title: 'Tu as déjà un compte',
    paragraphs: [
      'Quelqu’un, peut-être toi, a voulu s’inscrire avec cette adresse ou ce téléphone.',
      'Connecte-toi, ou change ton mot de passe. Pas toi ? Rien à faire.',
    ],
    sms: 'Madruga: on a voulu s’inscrire avec ton numéro. Tu as déjà un compte : connecte-toi. Ce n’était pas toi ? Rien à faire.',
    spoken:
      'Bonjour. Ici Madruga. Quelqu’un, peut-être toi, a voulu s’inscrire avec ton numéro. Tu as déjà un compte : connecte-toi, ou ne fais rien si ce n’était pas toi.',
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
    sms: 'Madruga: une personne qui sait ton mot de passe a saisi trop de mauvais codes. Pas toi ? Change ton mot de passe maintenant.',
    spoken:
      'Bonjour. Ici Madruga. Quelqu’un qui connaît ton mot de passe a saisi trop de mauvais codes. Si ce n’était pas toi, change ton mot de passe maintenant.',
    action: NEW_PASSWORD,
  }),
  account_deleted: (at) => ({
    title: 'Ton compte est supprimé',
    paragraphs: [
      `Ton compte Madruga et ses données ont été supprimés le ${at}. Ton bot est arrêté.`,
      'Tu peux te réinscrire quand tu veux.',
    ],
    sms: 'Madruga: ton compte et ses données sont supprimés. Ton bot ne cherche plus.',
    spoken: 'Bonjour. Ici Madruga. Ton compte et ses données sont supprimés. Ton bot est arrêté.',
  }),
  instance_code({ code, name, host, hours }) {
    const text = `As-tu permis à Madruga de prendre des créneaux pour tes coursiers chez ${name} (${host}) ?`
    return {
      title: `Confirme Madruga pour ${name}`,
      paragraphs: [
        `${text} Si oui, envoie ce code à son exploitant :`,
        `Il vaut ${hours} heures. Les coursiers lisent alors que ${name} l’a confirmé.`,
        'Si non, ne fais rien : rien n’est confirmé.',
      ],
      sms: `Madruga: ${text} Si oui, donne ce code à son exploitant : ${code}.`,
      spoken: `Bonjour. Ici Madruga. ${text} Si oui, donne ce code à son exploitant : ${spell(code)}.`,
    }
  },
  invitation({ name, link }) {
    const who = name === '' ? 'Un ami' : name
    return {
      title: `${who} t’invite chez Madruga`,
      paragraphs: [`Un bot gagne des blocs de livraison pour toi. Inscris-toi ici : ${link}`],
      sms: `Madruga: ${who} t’invite. Un bot gagne des blocs pour toi. STOP pour refuser. ${link}`,
      spoken: `Bonjour. Ici Madruga. ${who} t’invite. Notre bot gagne des blocs de livraison pour toi.`,
    }
  },
  test: () => ({
    title: 'Message de test',
    paragraphs: ['Voici le test demandé : les alertes par ce moyen te parviennent.'],
    sms: 'Madruga: test. Les SMS te parviennent.',
    spoken: 'Bonjour. Ici Madruga, avec un test. Les appels te parviennent.',
    action: { label: 'Réglages des alertes', path: '/notification-settings' },
  }),
  open: {
    block_won: 'Voir dans le calendrier',
    block_waiting: 'Voir dans le calendrier',
    block_taken: 'Voir dans l’historique',
    block_changed: 'Voir ton calendrier',
    human_needed: 'Le passer maintenant',
    run_over: 'Ouvrir Madruga',
    bot_failed: 'Ouvrir Madruga',
    bot_stopped: 'Ouvrir Madruga',
    autostart_missed: 'Voir le démarrage auto',
    reminder: 'Prendre mon service',
    ask: 'Répondre maintenant',
    guard_paused: 'Ouvrir Madruga',
    goal_reached: 'Voir la semaine',
    shadow_over: 'Voir le rapport',
    support_replied: 'Lire la réponse',
    account_changed: 'Vérifier mon profil',
    account_status: 'Ouvrir Madruga',
    member_price: 'Voir le prix',
    invoice_issued: 'Voir la facture',
    invoice_due: 'Payer maintenant',
    payment_received: 'Voir mes paiements',
    payment_failed: 'Payer maintenant',
    subscription_ending: 'Renouveler maintenant',
    edition_changed: 'Voir les formules',
    refunded: 'Voir mes paiements',
    friend_joined: 'Voir mes invitations',
    credit_earned: 'Voir mes crédits',
    credit_withheld: 'Voir mes invitations',
    credit_taken_back: 'Voir mes crédits',
  },
  hello: 'Bonjour. Ici Madruga.',
  buttons: { acknowledge: 'Compris', take: 'Accepter', leave: 'Refuser' },
  answered: 'Réponse envoyée. Ouvre Madruga pour voir si tu l’as gagnée.',
  ofAccount: 'Tu reçois ceci parce que cela concerne ton compte Madruga.',
  ofPlatform: 'Tu reçois ceci parce que ton adresse administre le domaine d’une appli de livraison.',
  ofReport:
    'Tu reçois ceci parce que tu as autorisé Madruga dans cette appli de livraison, ou que tu exploites Madruga.',
  ofSettings: 'Tu reçois ceci à cause de tes réglages d’alertes.',
  changeSettings: 'Les changer',
}

function changed(title: string, subject: string, at: string): Said {
  return {
    title,
    paragraphs: [
      `${subject} a changé le ${at}.`,
      'Pas toi ? Change ton mot de passe maintenant, puis écris à l’assistance.',
    ],
    sms: `Madruga: ${title.toLowerCase()}. Pas toi ? Change ton mot de passe maintenant, puis écris à l’assistance.`,
    spoken: `Bonjour. Ici Madruga. ${title}. Si ce n’était pas toi, change ton mot de passe maintenant, puis écris à l’assistance.`,
    action: NEW_PASSWORD,
  }
}

function spell(code: string): string {
  return [...code].join(', ')
}

import type { PageTexts } from '../page.ts'

export const page: PageTexts = {
  description: 'Regarde les offres de livraison et gagne les blocs qui vont avec ton filtre',
  shortcuts: {
    calendar: 'Calendrier',
    arrival: 'Prise de service',
    'live-log': 'Historique en direct',
    inbox: 'Notifications',
  },
  pictures: { phone: 'Accueil : le bot est en marche', desktop: 'L’accueil sur un ordinateur' },
  offline: {
    title: 'Pas de réseau ici',
    reason: 'Ton téléphone n’a pas de connexion, ou le service ne répond pas.',
    bot: 'Ton bot tourne sur nos serveurs : s’il cherchait, il continue sans cet écran.',
    advice: 'Trouve du réseau et réessaie.',
    again: 'Réessayer',
  },
  unopened: 'L’appli ne s’est pas ouverte. Réessaie dans un instant.',
  phone: {
    alerts: 'Alertes',
    location: 'Ta position sert à prendre ton service et à trouver des offres instantanées près de toi.',
  },
}

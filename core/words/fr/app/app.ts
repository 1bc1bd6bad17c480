/** The installed app: new versions, offline. */
export const app = {
  'not_found.text': 'Pas de page à cette adresse.',
  'app.old_title': 'Appli trop vieille',
  'app.old_text': 'Les bots ne démarrent pas. Recharge.',
  'app.old_versions': 'Tu as {version} ; il te faut {minimum}.',
  'app.old_later': 'Plus tard',
  'app.renewing': 'Rechargement',
} as const

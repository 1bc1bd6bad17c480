import type { GroupPhrases } from '../../news.ts'

/** News of several blocks at once. */
export const groups: GroupPhrases = {
  title: {
    won: (count, hours) => `${count} [blocs] gagnés de plus : ${hours}`,
    waiting: (count, hours) => `${count} [blocs] de plus pas encore décidés : ${hours}`,
    taken: (count, hours) => `${count} [blocs] de plus ne sont pas venus à toi : ${hours}`,
    lost: (count, hours) => `${count} [blocs] de plus ne sont plus à toi : ${hours}`,
    changed: (count, hours) => `${count} [blocs] à toi de plus ont changé : ${hours}`,
  },
  span: (first, last) => `Le premier commence le ${first}, le dernier le ${last}.`,
  advice: {
    won: 'Ils sont à toi dans ton appli de livraison.',
    waiting: 'L’appli de livraison doit décider. Le bot garde ce temps libre.',
    taken: 'Ce temps redevient libre.',
    lost: 'Ce temps redevient libre. N’y va pas ; demande à l’appli de livraison si tu ne t’y attendais pas.',
    changed: 'L’appli de livraison les a changés. Regarde ton calendrier.',
  },
}

import type { PageTexts } from '../page.ts'

export const page: PageTexts = {
  description: 'Checks delivery offers and wins the blocks that fit your filter',
  shortcuts: { calendar: 'Calendar', arrival: 'Check in', 'live-log': 'Live log', inbox: 'Notifications' },
  pictures: { phone: 'Home: the bot is running', desktop: 'Home on a desktop' },
  offline: {
    title: 'No signal here',
    reason: 'Your phone has no connection, or the service is not responding.',
    bot: 'Your bot runs on our servers: if it was searching, it keeps searching without this screen.',
    advice: 'Find signal and try again.',
    again: 'Try again',
  },
  unopened: 'The app did not open. Try again in a moment.',
  phone: {
    alerts: 'Alerts',
    location: 'Your location checks you in at a block and finds instant offers near you.',
  },
}

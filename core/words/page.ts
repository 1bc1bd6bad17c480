/** What stands where the program does not run: of the installed app, without a network, and on a phone. */
export type PageTexts = {
  /** Of the installed app. */
  description: string
  shortcuts: { calendar: string; arrival: string; 'live-log': string; inbox: string }
  pictures: { phone: string; desktop: string }
  offline: { title: string; reason: string; bot: string; advice: string; again: string }
  /** In place of a program that did not come. */
  unopened: string
  /** What the phone apps call their alerts, and why they ask for the place. */
  phone: { alerts: string; location: string }
}

/** The parameters of messages that drivers, their friends and platforms get. */
export type MessageParams = {
  /** A code to enter, and its lifetime in minutes. */
  code: { purpose: 'register' | 'reset' | 'change'; code: string; minutes: number }
  /** To the old address: e-mail or phone has changed. */
  contact_changed: { what: 'email' | 'phone' | 'preferredEmail' }
  /**
   * To someone who is not a driver yet. `name` is the inviter's first name as they typed it, `link` an
   * absolute address.
   */
  invitation: { name: string; link: string }
  /**
   * To an administrator of a platform: whether it authorised this service. `host` is its address, `hours` the
   * code's lifetime.
   */
  instance_code: { code: string; name: string; host: string; hours: number }
}

/** What a button of a push message does. */
export type PushAction = 'acknowledge' | 'take' | 'leave'

/** The text of one template in one language. */
export type Said = {
  title: string
  paragraphs: string[]
  /** Without the name of the service, which it begins with. */
  sms: string
  /** Of a call after its greeting; without it the text of the SMS. */
  spoken?: string
  action?: { label: string; path: string }
}

/** The texts of one language. `at` is the time of the event, formatted. */
export type Phrases = {
  code(params: MessageParams['code']): Said
  account_exists(): Said
  contact_changed(params: MessageParams['contact_changed'], at: string): Said
  password_changed(at: string): Said
  factor_guessed(at: string): Said
  account_deleted(at: string): Said
  instance_code(params: MessageParams['instance_code']): Said
  /** `name` is '' if there is none. */
  invitation(params: MessageParams['invitation']): Said
  test(): Said
  /** The label of the e-mail's link to home. */
  open: string
  /** How a call begins. */
  hello: string
  buttons: Record<PushAction, string>
  answered: string
  ofAccount: string
  ofPlatform: string
  ofReport: string
  ofSettings: string
  changeSettings: string
}

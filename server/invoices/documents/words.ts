import type { PaidPlan } from '@madruga/core/plans.ts'
import type { Pay, Variant } from '@madruga/core/offers.ts'
import { payFigure, tipFigure } from '@madruga/core/pay-words.ts'
import { formatDay } from '@madruga/core/days.ts'
import { dateFormat, formatTime, HOUR, localeOf, numberFormat, zoneName } from '@madruga/core/formats.ts'

/** Values and sentences of a document in one language. */
export type DocumentWords = Texts & {
  /** `$5.00` */
  money(cents: number): string
  /** What a block pays: `$84.00`, `~$36` by the driver's rate, `€36.50`, or that it is not stated. */
  pay(pay: Pay): string
  /** `+ ~$19 tip`, projected beside the pay; empty without one. */
  tip(pay: Pay): string
  /** `Nov 21, 2026`, of an instant, epoch ms. */
  date(at: number): string
  /** `Nov 21, 2026, 4:15 PM` */
  dateTime(at: number): string
  /** `Sat, Nov 21, 4:15 PM to 7:45 PM` */
  span(from: number, until: number): string
  /** Of a day such as `2026-11-21`. */
  day(day: string): string
  /** `Nov 16, 2026 to Nov 22, 2026` */
  days(from: string, to: string): string
  /** `Visa, ends in 4242` */
  method(method: { kind: 'card' | 'bank'; brand: string; last4: string }): string
}

type Texts = {
  invoice: string
  receipt: string
  invoiceNumbered(number: string): string
  receiptNumbered(reference: string): string
  continued(title: string): string
  page(page: number, pages: number): string
  testMode: string
  zone(zone: string): string
  number: string
  reference: string
  issued: string
  for: string
  paidOn: string
  paidWith: string
  billedTo: string
  paid: string
  unpaid: string
  credited: string
  payBy(when: string): string
  subscription(plan: PaidPlan, days: number): string
  columns: { what: string; when: string; paysYou: string; price: string }
  block: Record<Variant, string>
  instantDay: string
  checkIn: string
  subscriptionWeek(plan: PaidPlan | null): string
  takenBack: string
  items: string
  coupon(code: string | null): string
  credits: string
  waived: string
  due: string
  creditNotes: string
  left: string
  fee: string
  total: string
  feeNote: string
  payments: string
  withFee(fee: string): string
  wentBack(sum: string): string
  kept: string
  /** Of a payment, on its receipt. */
  received: string
  price: string
  refunded: string
  invoiceName: string
  nothingToPay: string
  /** Of a coupon's credit note. */
  givenAway(sum: string): string
  cause: Record<'correction' | 'refund' | 'operator' | 'coupon', string>
  card: string
  bank: string
  endsIn(brand: string, last4: string): string
  to(from: string, until: string): string
}

const en: Texts = {
  invoice: 'INVOICE',
  receipt: 'RECEIPT',
  invoiceNumbered: (number) => `Invoice ${number}`,
  receiptNumbered: (reference) => `Receipt ${reference}`,
  continued: (title) => `${title}, continued`,
  page: (page, pages) => `Page ${page} of ${pages}`,
  testMode: 'Test mode: no real money',
  zone: (zone) => `Times are in ${zone}.`,
  number: 'Number',
  reference: 'Reference',
  issued: 'Issued',
  for: 'For',
  paidOn: 'Paid on',
  paidWith: 'Paid with',
  billedTo: 'Billed to',
  paid: 'PAID',
  unpaid: 'UNPAID',
  credited: 'CREDITED',
  payBy: (when) => `Pay by ${when}`,
  subscription: (plan, days) => `${days} days of the ${plan} plan`,
  columns: { what: 'Item', when: 'When', paysYou: 'Your pay', price: 'Price' },
  block: { amazon: 'Block', spark: 'Trip', courier: 'Job' },
  instantDay: 'Instant offers, one day',
  checkIn: 'Check-in',
  subscriptionWeek: (plan) => (plan === null ? 'One week' : `One week, ${plan} plan`),
  takenBack: 'credited',
  items: 'Subtotal',
  coupon: (code) => (code === null ? 'Coupon' : `Coupon ${code}`),
  credits: 'Friend credit',
  waived: 'On us: too little to charge',
  due: 'Invoice total',
  creditNotes: 'Credit notes',
  left: 'Amount due',
  fee: 'Payment method fee',
  total: 'Total paid',
  feeNote: 'Your payment method’s fee is added. You see it before you confirm.',
  payments: 'Payments',
  withFee: (fee) => `includes ${fee} fee`,
  wentBack: (sum) => `${sum} refunded`,
  kept: 'Net paid',
  received: 'PAID',
  price: 'Price',
  refunded: 'Refunded',
  invoiceName: 'Invoice',
  nothingToPay: 'Nothing to pay',
  givenAway: (sum) => `${sum} on us: too little to charge`,
  cause: { correction: 'Correction', refund: 'Refund', operator: 'By support', coupon: 'Coupon' },
  card: 'Card',
  bank: 'Bank account',
  endsIn: (brand, last4) => `${brand}, ending in ${last4}`,
  to: (from, until) => `${from} to ${until}`,
}

const PLANS: Record<PaidPlan, string> = { advanced: 'avanzado', professional: 'profesional' }

const es: Texts = {
  invoice: 'FACTURA',
  receipt: 'RECIBO',
  invoiceNumbered: (number) => `Factura ${number}`,
  receiptNumbered: (reference) => `Recibo ${reference}`,
  continued: (title) => `${title}, continuación`,
  page: (page, pages) => `Página ${page} de ${pages}`,
  testMode: 'Modo de prueba: sin dinero real',
  zone: (zone) => `Horas: ${zone}.`,
  number: 'Número',
  reference: 'Referencia',
  issued: 'Emitida',
  for: 'Por',
  paidOn: 'Pagado el',
  paidWith: 'Pagado con',
  billedTo: 'A nombre de',
  paid: 'PAGADA',
  unpaid: 'SIN PAGAR',
  credited: 'ACREDITADA',
  payBy: (when) => `Paga antes del ${when}`,
  subscription: (plan, days) => `${days} días del plan ${PLANS[plan]}`,
  columns: { what: 'Concepto', when: 'Cuándo', paysYou: 'Tu pago', price: 'Precio' },
  block: { amazon: 'Bloque', spark: 'Viaje', courier: 'Trabajo' },
  instantDay: 'Ofertas instantáneas, un día',
  checkIn: 'Check-in',
  subscriptionWeek: (plan) => (plan === null ? 'Una semana' : `Una semana, plan ${PLANS[plan]}`),
  takenBack: 'acreditado',
  items: 'Suma de conceptos',
  coupon: (code) => (code === null ? 'Cupón' : `Cupón ${code}`),
  credits: 'Crédito por amigos',
  waived: 'Cortesía: es muy poco para cobrarlo',
  due: 'Total de la factura',
  creditNotes: 'Notas de crédito',
  left: 'Falta pagar',
  fee: 'Cargo del método de pago',
  total: 'Total pagado',
  feeNote: 'Se suma el cargo de tu método de pago. Lo ves antes de confirmar.',
  payments: 'Pagos',
  withFee: (fee) => `incluye ${fee} de cargo`,
  wentBack: (sum) => `${sum} reembolsados`,
  kept: 'Pagado neto',
  received: 'PAGADO',
  price: 'Precio',
  refunded: 'Reembolsado',
  invoiceName: 'Factura',
  nothingToPay: 'No había nada que pagar',
  givenAway: (sum) => `${sum} de cortesía: es muy poco para cobrarlo`,
  cause: { correction: 'Corrección', refund: 'Reembolso', operator: 'De soporte', coupon: 'Cupón' },
  card: 'Tarjeta',
  bank: 'Cuenta bancaria',
  endsIn: (brand, last4) => `${brand}, termina en ${last4}`,
  to: (from, until) => `${from} a ${until}`,
}

/** Card brands as they write themselves (docs.stripe.com/api/cards/object#card_object-brand). */
const BRANDS: Record<string, string> = {
  amex: 'American Express',
  diners: 'Diners Club',
  discover: 'Discover',
  eftpos_au: 'eftpos',
  jcb: 'JCB',
  mastercard: 'Mastercard',
  unionpay: 'UnionPay',
  visa: 'Visa',
}

/** The words of a document; its instants are told in `timeZone`. Throws RangeError for an unknown zone. */
export function documentWords(language: 'en' | 'es', timeZone: string): DocumentWords {
  const texts = language === 'es' ? es : en
  const locale = localeOf(language)
  const date = { year: 'numeric', month: 'short', day: 'numeric' } as const
  const time = (options: Intl.DateTimeFormatOptions, at: number): string =>
    formatTime(locale, { ...options, ...HOUR }, at, timeZone)
  const weekday = { weekday: 'short', month: 'short', day: 'numeric' } as const
  const day = (text: string): string => formatDay(locale, text, date)
  const money = numberFormat(locale, { style: 'currency', currency: 'USD' })
  const dollars = (cents: number): string => money.format(cents / 100).replace('-', '−')
  return {
    ...texts,
    money: dollars,
    pay: (pay) =>
      pay.payBasis || (pay.currency ?? 'USD') !== 'USD' ? payFigure(language, pay) : dollars(pay.payCents),
    tip: (pay) => tipFigure(language, pay).replace(/^(?=.)/, '+ '),
    zone: (zone) => texts.zone(zoneName(locale, zone)),
    date: (at) => dateFormat(locale, { ...date, timeZone }).format(at),
    dateTime: (at) => time(date, at),
    span: (from, until) => texts.to(time(weekday, from), time({}, until)),
    day,
    days: (from, to) => (from === to ? day(from) : texts.to(day(from), day(to))),
    method: ({ kind, brand, last4 }) =>
      texts.endsIn(BRANDS[brand] ?? (brand === '' ? texts[kind] : brand), last4),
  }
}

import { formatDay } from '@madruga/core/days.ts'
import { formatMoneyOf, localeOf } from '@madruga/core/formats.ts'
import type { NotificationParams } from '@madruga/core/notify.ts'

type Values = Record<'house' | 'price' | 'month', string>

const TEXTS = {
  en: {
    free: ({ house, month }: Values) => ({
      title: `${house} costs nothing`,
      text: `From ${month} on you owe ${house} nothing for using Madruga.`,
    }),
    owed: ({ house, price, month }: Values) => ({
      title: `${house}: ${price} a month`,
      text: `From ${month} on you owe ${house} ${price} for each month in which your bot searches there. Your first month is free. ${house} collects it: nothing is charged here.`,
    }),
  },
  es: {
    free: ({ house, month }: Values) => ({
      title: `${house} no cuesta nada`,
      text: `Desde ${month} no le debes nada a ${house} por usar Madruga.`,
    }),
    owed: ({ house, price, month }: Values) => ({
      title: `${house}: ${price} al mes`,
      text: `Desde ${month} le debes a ${house} ${price} por cada mes en que tu bot busque ahí. Tu primer mes es gratis. Lo cobra ${house}: aquí no se cobra nada.`,
    }),
  },
}

/** What a member is told of a price that begins or ends. */
export function sayMemberPrice(
  language: 'en' | 'es',
  { house, cents, currency, from }: NotificationParams['member_price'],
): { title: string; text: string } {
  const locale = localeOf(language)
  const month = formatDay(locale, `${from}-01`, { month: 'long', year: 'numeric' })
  const price = formatMoneyOf(locale, cents, currency)
  return TEXTS[language][cents === 0 ? 'free' : 'owed']({ house, price, month })
}

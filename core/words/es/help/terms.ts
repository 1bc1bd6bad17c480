import type { terms as english } from '../../en/help/terms.ts'
import type { Translated } from '../../help.ts'

export const terms = {
  intro: [
    'Al crear una cuenta aceptas estas reglas. “Bloque” también es un viaje o un trabajo de mensajería.',
  ],
  sections: {
    service: {
      title: 'El servicio',
      text: [
        'Un bot acepta ofertas que encajan en tu filtro y muestra por qué. No prometemos bloques, ingresos ni ventaja sobre otros.',
        'Funciona solo con apps de reparto que lo autorizan, nunca se hace pasar por una persona ni resuelve verificaciones de seguridad. Conecta solo tu propia cuenta. Tus deberes con la app de reparto siguen siendo tuyos.',
        'Lo que acepta el bot cuenta como aceptado por ti. Detenlo cuando quieras: solo termina la oferta que está aceptando. Todos los bots se detienen una vez al día, y cuando lo exige la seguridad o una app de reparto.',
      ],
    },
    account: {
      title: 'Tu cuenta',
      text: [
        'Debes ser mayor de edad y poder trabajar como conductor. Una cuenta por persona, con datos verdaderos. Respondes por tu contraseña hasta que avises que te la robaron.',
        'Si la compartes o vendes, te saltas los límites, atacas el servicio o violas la ley, podemos desactivarla, y decimos por qué.',
      ],
    },
    fees: {
      title: 'Cuánto cuesta',
      text: [
        { paid: false, text: 'Esta app no cobra nada por lo que hace el bot.' },
        {
          paid: true,
          text: 'Pagas por semana, de lunes a domingo. La app muestra los precios que cambió el operador.',
        },
        { only: ['amazon'], paid: true, text: '- Un bloque ganado: $5, aunque no lo hagas.' },
        { only: ['spark'], paid: true, text: '- Un viaje de Spark ganado: $0.60, de compras $0.80.' },
        { only: ['courier'], paid: true, text: '- En Mensajería no se paga nada.' },
        {
          only: ['courier'],
          text: '- Tu app de reparto puede cobrarte cada mes; Sincronizar lo muestra antes.',
        },
        { only: ['amazon'], paid: true, text: '- Ofertas instantáneas: $2.00 al día.' },
        { paid: true, text: '- Check-in: $2 en una semana sin nada ganado.' },
        {
          only: ['amazon'],
          paid: true,
          text: '- En lugar de eso: Avanzado, $25 por semana, o Profesional, $35, por 7 o 14 días.',
        },
        { paid: true, text: '- Cargo por tarjeta: 2.9% más 30 centavos; cuenta bancaria: 99 centavos.' },
        { paid: true, text: '- Un cupón cuenta una vez por conductor, mientras valga.' },
        {
          paid: true,
          text: '- El crédito por un amigo: 50% de descuento en una semana de tu próxima suscripción o en una factura semanal, como máximo su primer pago, con una tarjeta que no es tuya ni de una cuenta eliminada.',
        },
        {
          paid: true,
          text: 'Lo que llega tarde va en la factura siguiente. Los errores se devuelven. Una suscripción reembolsada por completo pierde sus días.',
        },
        {
          paid: true,
          text: 'A los 5 días de una factura sin pagar tu cuenta se suspende: el bot vuelve a iniciar cuando pagas. Si está mal, escribe a soporte antes.',
        },
      ],
    },
    liability: {
      title: 'Cuando algo falla',
      text: [
        'El servicio se ofrece tal cual. Respondemos por dolo, negligencia grave y lo que la ley no nos deja excluir; fuera de eso no por ofertas que se te van, el pago que esperabas, lo que decida una app de reparto o cómo manejas, y como máximo por lo que nos pagaste en los últimos tres meses.',
      ],
    },
    end: {
      title: 'Cambios y final',
      text: [
        'Borra tu cuenta cuando quieras. Podemos terminarla con 30 días de aviso, o enseguida por una falta grave.',
        {
          paid: true,
          text: 'Las facturas pendientes se siguen debiendo. Los días pagados que ya no puedes usar se devuelven, salvo por una falta.',
        },
        'Te avisamos antes de un cambio importante. Si no estás de acuerdo, borra tu cuenta; hasta entonces vale la versión anterior. El inglés y el español dicen lo mismo.',
      ],
    },
  },
} as const satisfies Translated<typeof english>

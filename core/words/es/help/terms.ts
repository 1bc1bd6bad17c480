import type { terms as english } from '../../en/help/terms.ts'
import type { Translated } from '../../help.ts'

export const terms = {
  intro: ['Con una cuenta aceptas estas reglas. “Bloque” incluye viajes y trabajos de mensajería.'],
  sections: {
    service: {
      title: 'El servicio',
      text: [
        'Un bot acepta ofertas que encajan en tu filtro. No prometemos bloques, ingresos ni ventaja.',
        'Funciona solo con apps de reparto que lo autorizan, no se hace pasar por una persona ni resuelve verificaciones de seguridad. Conecta solo tu propia cuenta; tus deberes ahí siguen siendo tuyos.',
        'Lo que acepta el bot lo aceptaste tú. Detenlo cuando quieras: antes termina la oferta que está aceptando. Todos los bots se detienen cada día, y cuando lo exige la seguridad o una app de reparto.',
      ],
    },
    account: {
      title: 'Tu cuenta',
      text: [
        'Debes ser mayor de edad y poder trabajar como conductor, con una cuenta y datos verdaderos. Respondes por tu contraseña hasta que avises que te la robaron.',
        'Si compartes o vendes la cuenta, te saltas los límites, atacas el servicio o violas la ley, podemos desactivarla, diciendo por qué.',
      ],
    },
    fees: {
      title: 'Precios',
      text: [
        { paid: false, text: 'Aquí el bot es gratis.' },
        {
          paid: true,
          text: 'Pagas por semana, de lunes a domingo. Valen primero los precios de la app.',
        },
        { only: ['amazon'], paid: true, text: '- Un bloque ganado: $5, aunque no lo hagas.' },
        { only: ['spark'], paid: true, text: '- Un viaje ganado: $0.60, de compras $0.80.' },
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
          text: '- O 7 o 14 días de Avanzado ($25 por semana) o Profesional ($35).',
        },
        { paid: true, text: '- Cargo por tarjeta: 2.9% + 30 centavos; cuenta bancaria: 99 centavos.' },
        { paid: true, text: '- Un cupón cuenta una vez por conductor.' },
        {
          paid: true,
          text: '- El crédito por un amigo: 50% menos en una semana de tu próxima suscripción o en una factura semanal, como máximo su primer pago, con una tarjeta nueva para nosotros y que no es tuya.',
        },
        {
          paid: true,
          text: 'Lo que llega tarde va en la factura siguiente. Devolvemos los errores. Una suscripción reembolsada por completo pierde sus días.',
        },
        {
          paid: true,
          text: 'Una factura sin pagar por 5 días suspende tu cuenta hasta que pagues. Si está mal, escribe primero a soporte.',
        },
      ],
    },
    liability: {
      title: 'Responsabilidad',
      text: [
        'El servicio se ofrece tal cual. Respondemos por dolo, negligencia grave y lo que la ley no nos deja excluir; fuera de eso no por ofertas que se te van, el pago que esperabas, lo que decida una app de reparto o cómo manejas, y como máximo por tus pagos de los últimos tres meses.',
      ],
    },
    end: {
      title: 'Cambios y final',
      text: [
        'Borra tu cuenta cuando quieras. Podemos terminarla con 30 días de aviso, enseguida por una falta grave.',
        {
          paid: true,
          text: 'Las facturas pendientes se deben. Los días pagados que no puedes usar se devuelven, salvo por una falta.',
        },
        'Te avisamos antes de cambios importantes. Si no estás de acuerdo, borra tu cuenta; hasta entonces vale la versión anterior. El inglés y el español dicen lo mismo.',
      ],
    },
  },
} as const satisfies Translated<typeof english>

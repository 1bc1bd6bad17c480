import type { terms as english } from '../../en/help/terms.ts'
import type { Translated } from '../../help.ts'

export const terms = {
  intro: [
    'Al crear una cuenta aceptas estas reglas entre tú y el operador de este servicio. “Bloque” también es un viaje o un trabajo de mensajería.',
  ],
  sections: {
    service: {
      title: 'Qué recibes',
      text: [
        'Un bot que acepta las ofertas que encajan en tu filtro, dentro de los límites de la app de reparto. Ves cada decisión y su razón.',
        'No prometemos una cantidad de bloques, un ingreso, ni que el bot sea más rápido que otros.',
      ],
    },
    platforms: {
      title: 'Solo donde la app de reparto está de acuerdo',
      text: [
        'El bot funciona solo con apps de reparto que lo autorizan, y la app muestra quién lo autorizó y desde cuándo. No se hace pasar por una persona, no se esconde y no resuelve verificaciones de seguridad. Si se retira el permiso, la conexión termina enseguida.',
        'Conecta solo tu propia cuenta. A la app de reparto le debes lo que te pide, lo acepte quien lo acepte.',
      ],
    },
    account: {
      title: 'Tu cuenta',
      text: [
        'Debes ser mayor de edad y poder trabajar como conductor. Una cuenta por persona, con datos verdaderos.',
        'No compartas tu contraseña: respondes por lo que se haga con ella hasta que nos digas que la tiene otra persona.',
      ],
    },
    control: {
      title: 'Tú tienes el control',
      text: [
        'Un bloque que el bot acepta según tu filtro cuenta como aceptado por ti. Puedes detener el bot en cualquier momento; entonces termina la oferta que está aceptando, y ninguna más.',
        'Todos los bots se detienen una vez al día, y el operador puede detenerlos si lo exige la seguridad o una app de reparto.',
      ],
    },
    fees: {
      title: 'Cuánto cuesta',
      text: [
        {
          paid: true,
          text: 'Con el plan básico pagas por semana, de lunes a domingo en tu zona horaria. El operador puede poner otros precios; la app muestra los actuales.',
        },
        { only: ['amazon'], paid: true, text: '- Un bloque ganado para ti: $5, aunque no lo hagas.' },
        {
          only: ['spark'],
          paid: true,
          text: '- Un viaje de Spark ganado para ti: $0.60 (entrega o curbside, que te lo llevan al carro) u $0.80 (compras).',
        },
        { paid: false, text: 'Nada: esta app no cobra nada por lo que hace el bot.' },
        { only: ['courier'], paid: true, text: '- En Mensajería no se paga nada.' },
        {
          only: ['courier'],
          text: '- Tu app de reparto puede cobrar un precio mensual. Lo ves en Sincronizar antes de deberlo, y se lo pagas a ellos, no aquí.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- La función de ubicación de las ofertas instantáneas: $2.00 al día.',
        },
        {
          paid: true,
          text: '- El check-in: $2 cada vez en una semana en la que el bot no gana nada, ni antes ni después.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- El plan Avanzado: $25 por semana; el Profesional: $35. Compras 7 o 14 días por adelantado, con bloques, días de ofertas instantáneas y check-ins incluidos.',
        },
        {
          paid: true,
          text: '- Cargo por tarjeta: 2.9% más 30 centavos, o 99 centavos fijos por cuenta bancaria. Lo ves antes de confirmar.',
        },
        {
          paid: true,
          text: '- Un cupón cuenta una vez por conductor, dentro de su plazo y mientras no se agote.',
        },
        {
          paid: true,
          text: '- Un crédito por un amigo: 50% de descuento en una semana de tu próxima suscripción o en una factura semanal, pero nunca más que su primer pago. Se registra con tu código, confirma su teléfono y paga con una tarjeta que no es tuya ni de una cuenta eliminada.',
        },
        {
          paid: true,
          text: 'Lo que sabemos tarde va en la factura siguiente. Los errores se acreditan y se devuelven. El reembolso completo de una suscripción quita sus días.',
        },
      ],
    },
    unpaid: {
      title: 'Facturas sin pagar',
      text: [
        {
          paid: true,
          text: 'Si una factura sigue sin pagar 5 días después de emitirse, tu cuenta se suspende: ves todo, pero el bot no inicia hasta que pagues. Si crees que está mal, escribe a soporte antes de ese día.',
        },
      ],
    },
    fair: {
      title: 'Uso justo',
      text: [
        'No compartas ni vendas tu cuenta, no te saltes los límites, no ataques el servicio ni lo uses para lo que la ley prohíbe. Podemos desactivar una cuenta que lo haga, y te decimos por qué.',
      ],
    },
    liability: {
      title: 'Cuando algo falla',
      text: [
        'Los servidores, las redes y las apps de reparto fallan, y el servicio puede cerrarse por mantenimiento. Se ofrece tal cual.',
        'Respondemos por el daño que causemos a propósito o por negligencia grave, y donde la ley no nos deja excluirlo. Fuera de eso no respondemos por ofertas que se te van, el pago que esperabas, lo que decida una app de reparto o lo que pase mientras manejas, y te debemos como máximo lo que nos pagaste en los últimos tres meses.',
      ],
    },
    end: {
      title: 'Cómo termina',
      text: [
        'Puedes borrar tu cuenta en tu perfil en cualquier momento. Nosotros podemos terminarla con 30 días de aviso, o enseguida si incumples gravemente estas reglas.',
        { paid: true, text: 'Las facturas pendientes se siguen debiendo.' },
        {
          only: ['amazon'],
          paid: true,
          text: 'Los días pagados de una suscripción que ya no puedes usar se te devuelven, salvo que hayas incumplido las reglas.',
        },
      ],
    },
    changes: {
      title: 'Cuando cambian estas reglas',
      text: [
        'Te avisamos de un cambio importante antes de que se aplique. Si no estás de acuerdo, borra tu cuenta; hasta entonces vale la versión anterior.',
        'El texto en inglés y el texto en español dicen lo mismo.',
      ],
    },
  },
} as const satisfies Translated<typeof english>

import type { terms as english } from '../en/terms.ts'
import type { Translated } from '../model.ts'

export const terms = {
  intro: [
    'Estas son las reglas entre tú, el conductor, y el operador de este servicio. Son cortas para que puedas leerlas todas. Al crear una cuenta las aceptas. Donde dicen “bloque”, también se refieren a un viaje y a un trabajo de mensajería.',
  ],
  sections: {
    service: {
      title: 'Qué recibes',
      text: [
        'Un bot que busca ofertas de entregas por ti y acepta las que encajan en el filtro que pusiste, dentro de los límites de la app de reparto. Ves cada decisión y su razón.',
        'No prometemos una cantidad de bloques, un ingreso, ni que el bot sea más rápido que otros. Las ofertas vienen de la app de reparto, y otros conductores también las quieren.',
      ],
    },
    platforms: {
      title: 'Solo donde la app de reparto está de acuerdo',
      text: [
        'El bot funciona solo con apps de reparto que autorizan la automatización. Solo puedes conectar una cuenta que sea tuya, y solo donde sus reglas lo permitan.',
        'Una app de reparto que maneja una cooperativa o una empresa de mensajería solo se conecta después de que su operador dijo que sí. La app muestra quién lo dijo y desde cuándo.',
        'El bot no se hace pasar por una persona, no se esconde de la app de reparto y no resuelve verificaciones de seguridad. Si una app retira su permiso, su conexión termina enseguida.',
        'Tu contrato con la app de reparto sigue siendo tuyo: le debes lo que te pide, sin importar quién aceptó el bloque.',
      ],
    },
    account: {
      title: 'Tu cuenta',
      text: [
        'Debes ser mayor de edad y poder trabajar como conductor. Una persona, una cuenta. Lo que nos digas de ti debe ser verdad, y tu correo y tu teléfono deben ser tuyos.',
        'Guarda tu contraseña para ti. Lo que se haga con ella cuenta como hecho por ti, hasta que nos digas que la tiene otra persona.',
      ],
    },
    control: {
      title: 'Tú tienes el control',
      text: [
        'Un bloque que el bot acepta según tu filtro lo aceptas tú. Revisa tu filtro antes de iniciar el bot, y tus bloques después.',
        'Puedes detener el bot en cualquier momento. Después ya no acepta nada; la oferta que esté aceptando en ese instante se termina primero.',
        'Todos los bots se detienen una vez al día, y cada vez hay una espera antes de iniciar otra vez. El operador puede detener todos los bots en cualquier momento si lo exige la seguridad o una app de reparto.',
      ],
    },
    fees: {
      title: 'Cuánto cuesta',
      text: [
        {
          paid: true,
          text: 'Con el plan básico pagas por semana, de lunes a domingo en tu zona horaria, lo que el bot hizo por ti. Estos son nuestros precios iniciales; el operador puede poner otros. Los precios actuales están en la app, y las facturas anteriores no cambian.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- Un bloque ganado para ti cuesta $5, también si no lo haces.',
        },
        {
          only: ['spark'],
          paid: true,
          text: '- Un viaje de Spark ganado para ti cuesta $0.60 (curbside, que te llevan al carro, o entrega) u $0.80 (compras).',
        },
        { paid: false, text: 'Nada: esta app no cobra nada por lo que hace el bot.' },
        { only: ['courier'], paid: true, text: '- En Mensajería no se paga nada.' },
        {
          only: ['amazon'],
          paid: true,
          text: '- La función de ubicación de las ofertas instantáneas cuesta $2.00 al día.',
        },
        {
          paid: true,
          text: '- El check-in cuesta $2 cada vez en una semana sin bloques ganados. Se decide al cerrar la semana: un bloque ganado después también lo hace gratis.',
        },
        {
          only: ['amazon'],
          paid: true,
          text: '- El plan Avanzado cuesta $25 por semana y el Profesional $35, por 7 o 14 días que compras por adelantado. Las semanas que compras se suman. Un solo precio: incluye todos los bloques, días de ofertas instantáneas y check-ins.',
        },
        {
          paid: true,
          text: '- Según la forma de pago se suma un cargo de 2.9% más 30 centavos por tarjeta, o 99 centavos fijos por cuenta bancaria, y se muestra antes de que confirmes.',
        },
        {
          paid: true,
          text: '- Un cupón cuenta una vez por conductor, dentro de su plazo y mientras no se agote.',
        },
        {
          paid: true,
          text: '- Un amigo que se registra con tu código, tiene su teléfono confirmado y paga por primera vez con una tarjeta que no es tuya ni de una cuenta eliminada te da un crédito: 50% de descuento en una semana de tu próxima suscripción, o en una factura semanal, pero nunca más que ese primer pago. Puedes guardar esos créditos para una suscripción.',
        },
        {
          paid: true,
          text: 'Lo que sabemos tarde va en la factura siguiente. Lo que estaba mal se acredita con una nota de crédito, y el dinero se reembolsa a la tarjeta o cuenta con que pagaste. El reembolso completo de una suscripción quita sus días.',
        },
        { paid: true, text: 'Una demo solo acepta tarjetas de prueba: ahí no se mueve dinero real.' },
      ],
    },
    unpaid: {
      title: 'Facturas sin pagar',
      text: [
        {
          paid: true,
          text: 'Si una factura no se paga en los 5 días después de emitirse, tu cuenta se suspende: el bot se detiene y no se puede iniciar, y puedes seguir viendo todo. La factura indica el día, y te lo recordamos antes. Al pagar, la suspensión termina enseguida.',
        },
        {
          paid: true,
          text: 'Si crees que una factura está mal, escribe a soporte antes de ese día: una persona la revisa, y corrige lo que esté mal.',
        },
      ],
    },
    fair: {
      title: 'Uso justo',
      text: [
        'No compartas ni vendas tu cuenta, no intentes saltarte los límites, no ataques el servicio y no lo uses para lo que la ley prohíbe.',
        'Podemos desactivar una cuenta que lo haga, y te decimos por qué. Puedes escribir a soporte, y lo lee una persona.',
      ],
    },
    availability: {
      title: 'Cuando algo falla',
      text: [
        'Trabajamos con cuidado, pero los servidores, las redes y las apps de reparto fallan. El servicio se da como es. Puede cerrarse por mantenimiento; entonces no se puede iniciar ningún bot, y la app lo dice.',
        { paid: true, text: 'Si por una falla nuestra se te cobró de más, se te devuelve.' },
      ],
    },
    liability: {
      title: 'De qué somos responsables',
      text: [
        'Respondemos por el daño que causemos a propósito o por negligencia grave, y donde la ley no nos deja excluirlo.',
        'Fuera de eso no respondemos por bloques perdidos, por el pago que esperabas, por lo que una app de reparto decida sobre tu cuenta allí, ni por lo que pase mientras manejas. En otros casos, lo que te debemos se limita a lo que nos pagaste en los últimos tres meses.',
      ],
    },
    end: {
      title: 'Cómo termina',
      text: [
        'Puedes borrar tu cuenta en cualquier momento en tu perfil; antes detén el bot.',
        { paid: true, text: 'Las facturas pendientes se siguen debiendo.' },
        'Nosotros podemos terminarla con 30 días de aviso, o enseguida si rompes gravemente estas reglas.',
        {
          only: ['amazon'],
          paid: true,
          text: 'Los días de una suscripción que pagaste y ya no puedes usar se te devuelven, salvo que hayas roto las reglas.',
        },
      ],
    },
    changes: {
      title: 'Cuando cambian estas reglas',
      text: [
        'La fecha de arriba nombra la versión, y guardamos cuál aceptaste. Te avisamos de un cambio importante antes de que se aplique. Si no estás de acuerdo, borra tu cuenta; hasta entonces vale la versión anterior.',
      ],
    },
    contact: {
      title: 'Preguntas',
      text: [
        'Escribe a soporte en la app. Una persona responde en 24 horas o menos. Estas reglas están en inglés y en español; las dos dicen lo mismo.',
      ],
    },
  },
} as const satisfies Translated<typeof english>

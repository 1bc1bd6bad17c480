import type { accountQuestions as english } from '../../en/help/questions-account.ts'
import type { Translated } from '../../help.ts'

export const accountQuestions = {
  around: {
    title: 'Antes y después de un [bloque]',
    questions: {
      checkin: {
        ask: '¿Cómo hago check-in?',
        answer: [
          {
            only: ['amazon', 'spark'],
            text: 'Desde 15 minutos antes del inicio eliges el [bloque] y haces check-in. Tu teléfono comparte tu ubicación, porque la app de reparto solo lo acepta cerca de la [estación]. No la guardamos.',
          },
          {
            only: ['amazon', 'spark'],
            paid: true,
            text: 'Cuesta $2 en una semana (de lunes a domingo) en la que el bot no ganó nada, y nada en las demás, aunque gane después.',
          },
          {
            only: ['courier'],
            text: 'Las apps de Mensajería no tienen check-in aquí. Empieza y termina tus trabajos en tu app de reparto.',
          },
        ],
      },
      autostart: {
        ask: '¿El bot puede iniciarse y detenerse solo?',
        answer: [
          'Sí, con tareas de arranque automático: una fecha o varias, una hora, iniciar o detener. Si tenemos una falla, la tarea se cumple hasta 30 minutos tarde; después no hace nada y te avisamos.',
          '“Cuándo salen [bloques]” muestra las horas de tus [estaciones] y sugiere cuándo iniciar.',
        ],
      },
      release: {
        ask: '¿Puedo devolver un [bloque] que aceptó el bot?',
        answer: [
          'Sí, en el calendario, antes de que empiece. No se puede deshacer.',
          {
            only: ['amazon', 'spark'],
            text: 'En los últimos 45 minutos la app de reparto lo cuenta en tu contra. Te lo decimos antes.',
          },
          {
            only: ['courier'],
            text: 'Vale para turnos, si tu app de reparto lo permite. Un pedido no se puede devolver: habla con tu despachador.',
          },
        ],
      },
      feed: {
        ask: '¿Cómo me acuerdo de mis [bloques]?',
        answer: [
          'En Avisos eliges un recordatorio 60, 30 o 15 minutos antes del inicio; para saltarte uno, toca el [bloque] en el calendario.',
          'Para el calendario de tu teléfono, crea una dirección secreta en Calendario. Quien la tenga ve tus [bloques]; puedes cambiarla o quitarla.',
        ],
      },
    },
  },
  money: {
    title: 'Dinero',
    questions: {
      cost: {
        ask: '¿Cuánto cuesta?',
        answer: [
          {
            only: ['amazon'],
            paid: true,
            text: '- Básico: $5 por cada bloque que ganó el bot, $2.00 por cada día de ofertas instantáneas, $2 por cada check-in en una semana sin bloques ganados. La factura llega el lunes; una semana sin nada de eso es gratis.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- El Avanzado cuesta $25 por semana y el Profesional $35: un solo precio.',
          },
          {
            only: ['spark'],
            paid: true,
            text: '- $0.60 por cada viaje que ganó el bot, $0.80 si es de compras, $2 por cada check-in en una semana sin viajes ganados. La factura llega el lunes; una semana sin nada de eso es gratis. No hay suscripción.',
          },
          { paid: false, text: 'Nada. Esta app no cobra nada por lo que hace el bot.' },
          {
            paid: true,
            text: '- El cargo por tarjeta es de 2.9% más 30 centavos; por cuenta bancaria, 99 centavos fijos. Lo ves antes de confirmar.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Escribe tu cupón en Pago al comprar un plan, o en una factura sin pagar.',
          },
          { only: ['spark'], paid: true, text: 'Escribe tu cupón en una factura sin pagar.' },
          {
            paid: true,
            text: 'El operador de este servicio puede poner otros precios; la app muestra los actuales. Una demo solo acepta tarjetas de prueba, y no se mueve dinero real.',
          },
        ],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: '¿Cómo funcionan las suscripciones?',
        answer: [
          'En Pago compras 7 o 14 días del plan Avanzado o Profesional. Más días del mismo plan se suman al final.',
          'El Profesional empieza enseguida, y lo que queda del Avanzado viene después. No pierdes ningún día pagado.',
          'Cuando termina tu plan, el bot no inicia hasta que lo renueves o vuelvas al Básico. Te avisamos un día antes.',
        ],
      },
      suspended: {
        paid: true,
        ask: '¿Qué pasa si no pago una factura, o si está mal?',
        answer: [
          'Te lo recordamos. A los 5 días tu cuenta se suspende: puedes ver todo, pero el bot no inicia. Se activa enseguida cuando pagas.',
          'Un pago desde el banco tarda hasta 4 días hábiles, y tu cuenta sigue activa. Si tu banco lo rechaza, vuelve a contar la primera fecha.',
          'Si te cobramos por error, escribe a soporte: acreditamos la factura y te devolvemos el dinero.',
          { only: ['amazon'], text: 'Si se reembolsa una suscripción completa, se quitan sus días.' },
        ],
      },
      referral: {
        paid: true,
        ask: '¿Qué gano si invito a un amigo?',
        answer: [
          'Un crédito cuando un amigo se registra con tu código, confirma su teléfono y paga por primera vez.',
          {
            only: ['amazon'],
            text: 'Descuenta 50% de una semana de tu próxima suscripción o de una factura semanal, pero nunca más que ese primer pago. Si tu amigo empieza con una semana de un plan, te toca el 50% completo; con un bloque de $5, poco más de $5.',
          },
          {
            only: ['spark'],
            text: 'Descuenta 50% de una factura semanal, pero nunca más que ese primer pago. Si tu amigo empieza con un viaje de $0.60, el crédito vale menos de $1.',
          },
          'Los créditos se aplican automáticamente, uno por semana. Si se reembolsa el pago de tu amigo antes de que uses el crédito, lo pierdes.',
        ],
      },
    },
  },
  account: {
    title: 'Avisos y cuenta',
    questions: {
      channels: {
        ask: '¿Cómo me entero de que gané un [bloque]?',
        answer: [
          'Lo ves en la app. En Avisos también eliges push, correo, SMS o llamada para cada tipo, las horas de silencio, y si los avisos importantes se repiten hasta que toques Entendido.',
          'Los SMS y las llamadas necesitan un teléfono confirmado en tu perfil. En un iPhone, push necesita a Madruga en la pantalla de inicio: en Safari toca Compartir y luego Agregar a inicio.',
        ],
      },
      password: {
        ask: '¿Está segura la contraseña de mi app de reparto?',
        answer: [
          'Se cifra antes de guardarse, con una llave que está fuera de la base de datos, y nunca se muestra, se registra ni se envía al navegador. Si la app de reparto da tokens, usamos tokens. Desconéctala en Sincronizar y se borra.',
          {
            only: ['courier'],
            text: 'Si inicias sesión con un código por mensaje de texto, no se guarda ninguna contraseña.',
          },
        ],
      },
      code: {
        ask: 'No puedo iniciar sesión. ¿Qué hago?',
        answer: [
          '- No llega el código: mira en el correo no deseado y revisa tu número. Pasado un minuto pide otro, o elige correo en vez de SMS. Un código vale 5 minutos.',
          '- Cuenta bloqueada: espera, o cambia tu contraseña con un código.',
          '- Se te perdió el teléfono: una contraseña nueva cierra la sesión en los demás dispositivos. En tu perfil ves dónde tienes sesión.',
        ],
      },
      export: {
        ask: '¿Puedo descargar o borrar mis datos?',
        answer: [
          'Sí, las dos cosas en tu perfil. Detén el bot antes de borrar tu cuenta.',
          { paid: true, text: 'Primero paga las facturas pendientes.' },
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

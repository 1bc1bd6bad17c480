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
            text: 'Desde 15 minutos antes del inicio, elige el [bloque] cerca de la [estación] y haz check-in. Tu ubicación va a la app de reparto; no la guardamos.',
          },
          {
            only: ['amazon', 'spark'],
            paid: true,
            text: 'Cuesta $2 en una semana (de lunes a domingo) sin nada ganado, y nada si ganas después.',
          },
          {
            only: ['courier'],
            text: 'Empieza y termina tus trabajos en tu app de reparto.',
          },
        ],
      },
      autostart: {
        ask: '¿El bot puede iniciarse y detenerse solo?',
        answer: [
          'Sí, con tareas de arranque automático. Tras una falla nuestra, la tarea se cumple hasta 30 minutos tarde; después no hace nada y te avisamos.',
          '“Cuándo salen [bloques]” sugiere horas.',
        ],
      },
      release: {
        ask: '¿Puedo devolver un [bloque] que aceptó el bot?',
        answer: [
          'Sí, en el calendario antes de que empiece. No se puede deshacer.',
          {
            only: ['amazon', 'spark'],
            text: 'En los últimos 45 minutos la app de reparto lo cuenta en tu contra; te lo advertimos.',
          },
          {
            only: ['courier'],
            text: 'Solo turnos, si tu app de reparto lo permite. Por un pedido habla con tu despachador.',
          },
        ],
      },
      feed: {
        ask: '¿Cómo me acuerdo de mis [bloques]?',
        answer: [
          'Elige en Avisos un recordatorio 60, 30 o 15 minutos antes; para saltarte uno, toca el [bloque] en el calendario.',
          'Calendario crea una dirección secreta para el de tu teléfono. Quien la tenga ve tus [bloques]; puedes cambiarla.',
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
            text: '- Básico: $5 por cada bloque ganado, $2.00 por cada día de ofertas instantáneas, $2 por cada check-in en una semana sin nada ganado; la factura llega el lunes.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avanzado $25 por semana, Profesional $35: un solo precio.',
          },
          {
            only: ['spark'],
            paid: true,
            text: '- $0.60 por cada viaje ganado, $0.80 si es de compras, $2 por cada check-in en una semana sin nada ganado; la factura llega el lunes. No hay suscripción.',
          },
          { paid: false, text: 'Nada.' },
          {
            paid: true,
            text: '- El cargo por tarjeta es de 2.9% más 30 centavos; por cuenta bancaria, 99 centavos.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Escribe tu cupón al comprar un plan, o en una factura sin pagar.',
          },
          { only: ['spark'], paid: true, text: 'Escribe tu cupón en una factura sin pagar.' },
          {
            paid: true,
            text: 'El operador puede poner otros precios; la app los muestra. En una demo no se mueve dinero real.',
          },
        ],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: '¿Cómo funcionan las suscripciones?',
        answer: [
          'Compra en Pago 7 o 14 días del plan Avanzado o Profesional. Más días se suman al final.',
          'El Profesional empieza enseguida; lo que queda del Avanzado viene después.',
          'Cuando termina, el bot no inicia hasta que renueves o vuelvas al Básico. Te avisamos un día antes.',
        ],
      },
      suspended: {
        paid: true,
        ask: '¿Qué pasa si no pago una factura, o si está mal?',
        answer: [
          'A los 5 días tu cuenta se suspende: el bot no inicia hasta que pagues.',
          'Un pago desde el banco tarda hasta 4 días hábiles; tu cuenta sigue activa. Si tu banco lo rechaza, vuelve a contar la primera fecha.',
          'Si está mal, escribe a soporte: acreditamos y devolvemos los errores.',
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
            text: 'Descuenta 50% de una semana de tu próxima suscripción o de una factura semanal, como máximo ese primer pago: si tu amigo empieza con una semana de un plan, te toca el 50% completo; con un bloque de $5, poco más de $5.',
          },
          {
            only: ['spark'],
            text: 'Descuenta 50% de una factura semanal, como máximo ese primer pago: si tu amigo empieza con un viaje de $0.60, menos de $1.',
          },
          'Los créditos se aplican automáticamente, uno por semana. Si ese pago se reembolsa antes, pierdes el crédito.',
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
          'En Avisos elige push, correo, SMS o llamada para cada tipo, las horas de silencio, y avisos que se repiten hasta que toques Entendido.',
          'Los SMS y las llamadas necesitan un teléfono confirmado. En un iPhone, push necesita a Madruga en la pantalla de inicio: en Safari toca Compartir y luego Agregar a inicio.',
        ],
      },
      password: {
        ask: '¿Está segura la contraseña de mi app de reparto?',
        answer: [
          'Se cifra con una llave fuera de la base de datos, y nunca se muestra, se registra ni se envía al navegador. Si la app de reparto da tokens, usamos esos. Desconéctala en Sincronizar y se borra.',
          {
            only: ['courier'],
            text: 'Si inicias sesión con un código por mensaje de texto, no se guarda ninguna contraseña.',
          },
        ],
      },
      code: {
        ask: 'No puedo iniciar sesión. ¿Qué hago?',
        answer: [
          '- No llega el código: mira el correo no deseado y tu número. Pasado un minuto pide otro, o elige correo. Un código vale 5 minutos.',
          '- Cuenta bloqueada: espera, o cambia tu contraseña.',
          '- Se te perdió el teléfono: una contraseña nueva cierra la sesión en los demás dispositivos.',
        ],
      },
      export: {
        ask: '¿Puedo descargar o borrar mis datos?',
        answer: [
          'Sí, en tu perfil. Detén el bot antes de borrar tu cuenta.',
          { paid: true, text: 'Primero paga las facturas pendientes.' },
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

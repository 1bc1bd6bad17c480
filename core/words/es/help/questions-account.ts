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
            text: 'Desde 15 minutos antes del inicio, elige el [bloque] en la [estación]. Tu ubicación va a la app de reparto; no la guardamos.',
          },
          {
            only: ['amazon', 'spark'],
            paid: true,
            text: 'Cuesta $2 en una semana (de lunes a domingo) sin nada ganado.',
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
          'Sí, con tareas de arranque automático. Tras una falla nuestra, la tarea se cumple hasta 30 minutos tarde; si es más, te avisamos.',
        ],
      },
      release: {
        ask: '¿Puedo devolver un [bloque] que aceptó el bot?',
        answer: [
          'Sí, en el calendario antes de que empiece, y no se puede deshacer.',
          {
            only: ['amazon', 'spark'],
            text: 'En los últimos 45 minutos la app de reparto lo cuenta en tu contra.',
          },
          {
            only: ['courier'],
            text: 'Solo turnos, si tu app lo permite. Por un pedido habla con tu despachador.',
          },
        ],
      },
      feed: {
        ask: '¿Cómo me acuerdo de mis [bloques]?',
        answer: [
          'Elige en Avisos un recordatorio 60, 30 o 15 minutos antes; sáltate uno en el calendario.',
          'Calendario crea una dirección secreta para el de tu teléfono. Quien la tenga ve tus [bloques].',
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
            text: '- Básico: $5 por cada bloque ganado, $2.00 por cada día de ofertas instantáneas, $2 por un check-in en una semana sin nada ganado; la factura llega el lunes.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avanzado $25 por semana, Profesional $35: un solo precio.',
          },
          {
            only: ['spark'],
            paid: true,
            text: '- $0.60 por cada viaje ganado, $0.80 si es de compras, $2 por un check-in en una semana sin nada ganado; la factura llega el lunes. Sin suscripción.',
          },
          { paid: false, text: 'Nada.' },
          {
            paid: true,
            text: '- La tarjeta agrega 2.9% más 30 centavos; la cuenta bancaria, 99 centavos.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Cupones: al comprar un plan, o en una factura sin pagar.',
          },
          { only: ['spark'], paid: true, text: 'Cupones: en una factura sin pagar.' },
          {
            paid: true,
            text: 'Valen los precios de la app. En una demo no se mueve dinero real.',
          },
        ],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: '¿Cómo funcionan las suscripciones?',
        answer: [
          'Compra en Pago 7 o 14 días del plan Avanzado o Profesional; más días se suman al final.',
          'El Profesional empieza enseguida; el resto del Avanzado viene después.',
          'Cuando termina, el bot no inicia hasta que renueves o vuelvas al Básico. Te avisamos un día antes.',
        ],
      },
      suspended: {
        paid: true,
        ask: '¿Qué pasa si no pago una factura, o si está mal?',
        answer: [
          'A los 5 días tu cuenta se suspende hasta que pagues.',
          'Un pago desde el banco tarda hasta 4 días hábiles; tu cuenta sigue activa. Si lo rechazan, vuelve a contar la primera fecha.',
          'Si está mal, escribe a soporte: devolvemos los errores.',
          { only: ['amazon'], text: 'Si se reembolsa una suscripción completa, se quitan sus días.' },
        ],
      },
      referral: {
        paid: true,
        ask: '¿Qué gano si invito a un amigo?',
        answer: [
          'Un crédito cuando un amigo usa tu código, confirma su teléfono y paga por primera vez.',
          {
            only: ['amazon'],
            text: 'Descuenta 50% de una semana de tu próxima suscripción o de una factura semanal, como máximo ese primer pago: un bloque de $5 te da poco más de $5.',
          },
          {
            only: ['spark'],
            text: 'Descuenta 50% de una factura semanal, como máximo ese primer pago: un viaje de $0.60 te da menos de $1.',
          },
          'Se aplican automáticamente, uno por semana. Si ese pago se reembolsa antes, lo pierdes.',
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
          'En Avisos elige push, correo, SMS o llamada para cada tipo, horas de silencio, y repetir hasta que toques Entendido.',
          'Los SMS y las llamadas necesitan un teléfono confirmado. Push en un iPhone: en Safari toca Compartir y luego Agregar a inicio.',
        ],
      },
      password: {
        ask: '¿Está segura la contraseña de mi app de reparto?',
        answer: [
          'Se cifra con una llave fuera de la base de datos, nunca se muestra, y se borra al desconectar en Sincronizar.',
        ],
      },
      code: {
        ask: 'No puedo iniciar sesión. ¿Qué hago?',
        answer: [
          '- Sin código: mira el correo no deseado y tu número. Pasado un minuto pide otro, o elige correo. Un código vale 5 minutos.',
          '- Cuenta bloqueada: espera, o cambia tu contraseña.',
          '- Se te perdió el teléfono: una contraseña nueva cierra su sesión.',
        ],
      },
      export: {
        ask: '¿Puedo descargar o borrar mis datos?',
        answer: [
          'Sí, en tu perfil. Detén el bot antes de borrar la cuenta.',
          { paid: true, text: 'Primero paga las facturas pendientes.' },
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

import type { accountQuestions as english } from '../en/questions-account.ts'
import type { Translated } from '../model.ts'

export const accountQuestions = {
  around: {
    title: 'Antes y después de un [bloque]',
    questions: {
      checkin: {
        only: ['amazon', 'spark'],
        ask: '¿Cómo hago check-in?',
        answer: [
          'Desde 15 minutos antes del inicio eliges el [bloque] y haces check-in.',
          {
            paid: true,
            text: 'Cuesta $2 cada vez en una semana (de lunes a domingo) en la que el bot no ganó nada, y nada en las demás, también si ganas después del check-in.',
          },
          'Tu teléfono comparte tu ubicación: la app de reparto solo acepta el check-in cerca de la [estación]. Pedimos tu ubicación cuando tocas, se la enviamos a la app y no la guardamos.',
        ],
      },
      no_checkin: {
        only: ['courier'],
        ask: '¿Tengo que hacer check-in?',
        answer: [
          'Aquí no: las apps de Mensajería no tienen check-in. Empieza y termina tus trabajos en tu app de reparto, como siempre.',
        ],
      },
      feed: {
        ask: '¿Puedo ver mis [bloques] en el calendario de mi teléfono?',
        answer: [
          'Sí: en Calendario creas una dirección secreta y tu calendario la lee, con tu recordatorio en cada [bloque]. Quien tenga la dirección ve tus [bloques]. Una dirección nueva reemplaza la anterior, y puedes quitarla.',
        ],
      },
      autostart: {
        ask: '¿El bot puede iniciar y detenerse solo?',
        answer: [
          'Sí, con tareas de arranque automático: una fecha o un rango de fechas, una hora, iniciar o detener. La hora no puede haber pasado ni estar dentro de la parada diaria.',
          'Cada tarea se cumple una vez, como mucho 30 minutos tarde si fallamos; más tarde no hace nada y te avisamos. Cada tarea muestra lo que hizo.',
        ],
      },
      give_back: {
        only: ['courier'],
        ask: '¿Puedo devolver un trabajo?',
        answer: [
          'Un turno sí, si tu app de reparto lo permite: ábrelo en el calendario y devuélvelo antes de que empiece. No se puede deshacer: le toca al siguiente de la lista de espera, o queda abierto para todos.',
          'Un pedido no se puede devolver. Habla con tu despachador.',
          'El calendario te dice si tu app de reparto no permite devolver un trabajo.',
        ],
      },
      release: {
        only: ['amazon', 'spark'],
        ask: 'No quiero un [bloque] que aceptó el bot.',
        answer: [
          'Ábrelo en el calendario y devuélvelo antes de que empiece. No se puede deshacer: la app de reparto lo ofrece a otros.',
          'En los últimos 45 minutos es tarde, y la app de reparto lo cuenta en tu contra. Te lo decimos antes.',
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
            text: 'Con el plan básico pagas por semana, de lunes a domingo en tu zona horaria: $5 por cada bloque que ganó el bot, $2.00 por cada día de ofertas instantáneas, $2 por cada check-in en una semana sin bloques ganados. El lunes se convierten en una factura. Una semana sin nada de eso no cuesta nada.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'El Avanzado cuesta $25 por semana y el Profesional $35. Un solo precio: incluye todos los bloques, días de ofertas instantáneas y check-ins.',
          },
          {
            only: ['spark'],
            paid: true,
            text: 'Pagas por semana, de lunes a domingo en tu zona horaria: $0.60 por cada viaje que ganó el bot, $0.80 si es de compras, $2 por cada check-in en una semana sin viajes ganados. El lunes se convierten en una factura. Una semana sin nada de eso no cuesta nada.',
          },
          { paid: false, text: 'Nada. Esta app no cobra nada por lo que hace el bot.' },
          {
            paid: true,
            text: 'Estos son nuestros precios iniciales; el operador puede poner otros. Las facturas anteriores no cambian.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: 'Los precios actuales están en Pago y en Facturas.',
          },
          {
            only: ['spark'],
            paid: true,
            text: 'Los precios actuales están en Facturas.',
          },
        ],
      },
      currencies: {
        only: ['courier'],
        ask: 'Me pagan en otra moneda, o en varias. ¿Qué significan los totales?',
        answer: [
          'El pago se muestra en la moneda de tu app de reparto, y las cantidades de tu filtro también son en esa moneda. Nada se convierte.',
          'Nunca se suman cantidades de dos monedas. Un total es en la moneda en que te pagan más trabajos, y dice cuántos trabajos quedan fuera.',
          'Las millas se restan con tu costo por milla, que pones en tu filtro, en Pago neto.',
        ],
      },
      no_plans: {
        paid: true,
        only: ['spark'],
        ask: '¿Hay una suscripción?',
        answer: ['No. Pagas por semana por lo que ganó el bot.'],
      },
      subscription: {
        paid: true,
        only: ['amazon'],
        ask: '¿Cómo funcionan las suscripciones?',
        answer: [
          'En Pago compras 7 o 14 días del plan Avanzado o Profesional. Si compras más del mismo plan, los días se suman al final.',
          'El Profesional empieza enseguida y lo que queda del Avanzado viene después; si compras el Avanzado mientras tienes el Profesional, empieza cuando este termine. No pierdes ningún día pagado.',
          'Cuando termina, el bot no inicia hasta que lo renueves o vuelvas al plan básico. Te avisamos un día antes.',
        ],
      },
      fee: {
        paid: true,
        ask: '¿Qué es el cargo por tarjeta?',
        answer: [
          '2.9% más 30 centavos con tarjeta, 99 centavos fijos desde una cuenta bancaria. Se calcula sobre el total y lo ves antes de confirmar. Menos de 50 centavos no se cobra.',
        ],
      },
      coupon: {
        paid: true,
        ask: '¿Cómo uso un cupón?',
        answer: [
          {
            only: ['amazon'],
            text: 'Escríbelo en Pago al comprar una suscripción; ves el descuento antes de confirmar. Un cupón que vale para todo también sirve en una factura sin pagar: ábrela en Facturas y toca Tengo un cupón.',
          },
          {
            only: ['spark'],
            text: 'Abre una factura sin pagar en Facturas y toca Tengo un cupón; ves el descuento antes de confirmar.',
          },
          'Un cupón cuenta una vez por conductor, dentro de su plazo y mientras no se agote.',
        ],
      },
      refund: {
        paid: true,
        ask: '¿Me pueden devolver el dinero?',
        answer: [
          'Si te cobramos por error, escribe a soporte: acreditamos la factura y reembolsamos a tu tarjeta o cuenta.',
          {
            only: ['amazon'],
            text: 'Cuando se reembolsa una suscripción completa, también se quitan sus días.',
          },
        ],
      },
      test_money: {
        paid: true,
        ask: '¿Se cobra mi tarjeta en una demo?',
        answer: [
          'No. Una demo dice “modo de prueba” donde pide una tarjeta. Solo acepta tarjetas de prueba y no se mueve dinero real. En los demás casos cobra Stripe, y el número de tu tarjeta nunca nos llega.',
        ],
      },
      suspended: {
        paid: true,
        ask: '¿Qué pasa si no pago una factura?',
        answer: [
          'Te lo recordamos. Si después de 5 días sigue sin pagar, tu cuenta se suspende: el bot se detiene y no inicia, pero puedes ver todo. Al pagar, tu cuenta se activa enseguida. La fecha límite está en la factura.',
          'Un pago desde el banco tarda hasta 4 días hábiles; tu cuenta está activa mientras está en camino. Si tu banco lo rechaza, vuelve a contar la fecha original, y un segundo pago desde tu banco solo ayuda cuando llega.',
          'En Pago también puedes activar el pago automático de facturas semanales.',
        ],
      },
      referral: {
        paid: true,
        ask: '¿Qué gano si invito a un amigo?',
        answer: [
          {
            only: ['amazon'],
            text: 'Un crédito por cada amigo que se registre con tu código, tenga su teléfono confirmado y pague por primera vez: 50% de descuento en una semana, de tu próxima suscripción semanal o de tu factura semanal, pero nunca más que ese primer pago. Se aplica automáticamente, un crédito por semana.',
          },
          {
            only: ['spark'],
            text: 'Un crédito por cada amigo que se registre con tu código, tenga su teléfono confirmado y pague por primera vez: 50% de descuento en una factura semanal, pero nunca más que ese primer pago. Se aplica automáticamente, un crédito por semana.',
          },
          {
            only: ['amazon'],
            text: 'Recibes el 50% completo cuando el primer pago es al menos la mitad de tu semana: $12.50 para una semana de Avanzado, $17.50 de Profesional. Con un amigo que empieza con una semana de un plan llegas; con un solo bloque de $5 el crédito vale poco más de $5.',
          },
          {
            only: ['spark'],
            text: 'Recibes el 50% completo cuando el primer pago es al menos la mitad de tu factura. Si tu amigo empieza con un viaje de $0.60, el crédito vale menos de $1.',
          },
          'Tu código, tus invitaciones y tus créditos están en la pantalla Invita a un conductor. Si se reembolsa el pago de tu amigo antes de que uses el crédito, lo pierdes.',
        ],
      },
    },
  },
  alerts: {
    title: 'Avisos',
    questions: {
      channels: {
        ask: '¿Cómo me entero de que gané un [bloque]?',
        answer: [
          'La app muestra una señal y queda en Notificaciones. En Avisos eliges, para cada tipo, si también te llega por push, correo, SMS o llamada. Puedes enviarte una prueba.',
          'Los SMS y las llamadas necesitan un teléfono que hayas confirmado con un código en tu perfil.',
        ],
      },
      quiet: {
        ask: '¿Puedo silenciar los avisos de noche?',
        answer: [
          'Pon horas de silencio en Avisos: entonces no se envía nada, pero Notificaciones lo guarda todo. Puedes dejar pasar los avisos importantes, como un [bloque] ganado.',
        ],
      },
      repeat: {
        ask: '¿Un aviso puede repetirse hasta que lo vea?',
        answer: [
          'Sí, si lo activas: por un [bloque] ganado y otros avisos importantes te avisamos cada pocos minutos hasta que toques Entendido, las veces que pongas.',
        ],
      },
      reminders: {
        ask: '¿Me recuerdan un [bloque] antes de que empiece?',
        answer: [
          'Sí, si en tu perfil eliges 60, 30 o 15 minutos antes del inicio. Llega según tus avisos. Para saltarte uno, toca el [bloque] en el calendario.',
        ],
      },
    },
  },
  account: {
    title: 'Cuenta y privacidad',
    questions: {
      password: {
        ask: '¿Está segura la contraseña de mi app de reparto?',
        answer: [
          'Sí. Se cifra antes de guardarse, con su propia llave, protegida por otra llave fuera de la base de datos. No se vuelve a mostrar, no se escribe en ningún registro y no se envía al navegador. Si la app da tokens, usamos tokens.',
          {
            only: ['courier'],
            text: 'Si inicias sesión con un código por mensaje de texto, no se guarda ninguna contraseña.',
          },
          'Desconéctala en Sincronizar y se borra.',
        ],
      },
      code: {
        ask: 'No me llega el código. ¿Qué hago?',
        answer: [
          'Mira en el correo no deseado y revisa el número. Un código vale 5 minutos y 3 intentos; pasado un minuto puedes pedir otro, tres por hora. Si no llega el SMS, elige el correo.',
        ],
      },
      locked: {
        ask: 'Mi cuenta está bloqueada.',
        answer: [
          'Después de cinco contraseñas incorrectas esperas un minuto, y hasta seis horas si sigue. Las de otra persona no bloquean un dispositivo donde ya iniciaste sesión. Espera, o cambia tu contraseña con un código para desbloquearla enseguida.',
        ],
      },
      sessions: {
        ask: 'Perdí mi teléfono. ¿Cómo cierro su sesión?',
        answer: [
          'En tu perfil ves dónde tienes sesión y puedes cerrar cada una, o todas las demás a la vez, con tu contraseña. Una contraseña nueva también cierra las otras sesiones.',
        ],
      },
      export: {
        ask: '¿Puedo descargar o borrar mis datos?',
        answer: [
          'Sí, en tu perfil: un archivo con todo lo que guardamos de ti, o borrar la cuenta con todos sus datos. Para borrarla, primero detén el bot.',
          { paid: true, text: 'Paga las facturas pendientes antes de borrarla.' },
        ],
      },
      support: {
        ask: '¿Qué tan rápido responde soporte?',
        answer: [
          'Una persona responde en 24 horas o menos. Cada solicitud abierta muestra hasta cuándo; cuando llega la respuesta, te avisamos.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

import type { accountQuestions as english } from '../en/questions-account.ts'
import type { Translated } from '../model.ts'

export const accountQuestions = {
  around: {
    title: 'Alrededor de un bloque',
    questions: {
      checkin: {
        ask: '¿Cómo se registra la llegada y cuánto cuesta?',
        answer: [
          'Desde 15 minutos antes del inicio eliges el bloque y marcas que llegaste. Cuesta $2 cada vez en una semana en la que no se ganó ninguna oferta para ti; si se ganó, nada, también si fue después de la llegada.',
          'Elige el bloque y deja que tu teléfono diga dónde estás: la app de entregas solo acepta la llegada cerca de la estación. Tu posición se pide cuando tocas, se manda a la app de entregas y no se guarda.',
        ],
      },
      feed: {
        ask: '¿Puedo ver mis bloques en el calendario de mi teléfono?',
        answer: [
          'Sí: en Calendario creas una dirección secreta y tu calendario la lee, con tu recordatorio en cada bloque. Quien tenga la dirección ve tus bloques. Una dirección nueva apaga la anterior, y puedes quitarla.',
        ],
      },
      autostart: {
        ask: '¿El bot puede arrancar y parar solo?',
        answer: [
          'Eso hacen las tareas de inicio automático: una fecha o un rango de fechas, una hora, arrancar o parar. Una hora pasada o dentro de la parada diaria se rechaza.',
          'Se cumple una vez, también tras una caída nuestra, hasta 30 minutos tarde; más tarde ya no hace nada y se te avisa. Cada tarea muestra qué salió de ella.',
        ],
      },
      release: {
        ask: 'No quiero un bloque que tomó el bot.',
        answer: [
          'Devuélvelo en su hoja del calendario, hasta que empiece. No se puede deshacer: la app de entregas lo ofrece a otros.',
          'En los últimos 45 minutos es tarde: la app de entregas lo cuenta en tu contra. Te lo decimos antes.',
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
          'Con la edición básica pagas por semana, de lunes a domingo en tu zona horaria: $5 por cada bloque que ganó el bot (un viaje de spark $0.60, de compras $0.80), $2.00 por cada día de ofertas instantáneas (solo amazon), $2 por cada registro de llegada en una semana sin bloques ganados. El lunes se vuelven una factura. Una semana sin nada de eso no cuesta nada.',
          'La avanzada cuesta $25 por semana y la profesional $35. Mientras una está pagada, los bloques, las ofertas instantáneas y los registros de llegada no cuestan nada.',
          'Con estos precios empezamos; el operador puede poner otros. Los del momento están en Pago y en Facturas, y lo que ya se facturó queda como estaba.',
        ],
      },
      subscription: {
        ask: '¿Cómo funcionan las suscripciones?',
        answer: [
          'En Pago compras 7 o 14 días de la edición avanzada o profesional. Las semanas de la misma edición que compras mientras corre una se suman al final.',
          'La profesional empieza enseguida y aplaza lo que queda de la avanzada; la avanzada que compras mientras corre la profesional espera a que termine. No se pierde nada de lo que pagaste.',
          'Cuando termina, el bot espera hasta que la renueves o vuelvas a la básica. Te avisamos un día antes. Los conductores de tiendas pagan por semana.',
        ],
      },
      fee: {
        ask: '¿Qué es el cargo por tarjeta?',
        answer: [
          '2.9% más 30 centavos con tarjeta, 99 centavos fijos desde una cuenta de banco. Se calcula sobre el total que se cobra y aparece en su propia línea antes de confirmar. Menos de 50 centavos no se cobra.',
        ],
      },
      coupon: {
        ask: '¿Cómo uso un cupón?',
        answer: [
          'Escríbelo en Pago al comprar una suscripción; lo que quita se muestra antes de que confirmes. Un cupón quita una parte o una cantidad, vale por un tiempo, puede agotarse y cuenta una vez por conductor. Uno que vale para todo también baja una factura sin pagar: ábrela en Facturas y toca Tengo un cupón.',
        ],
      },
      refund: {
        ask: '¿Me pueden devolver el dinero?',
        answer: [
          'Si te cobramos mal, escribe a soporte: una nota de crédito anula la factura y el dinero vuelve a la tarjeta o cuenta de donde salió. Cuando se devuelve una suscripción completa, también se quitan sus días.',
        ],
      },
      test_money: {
        ask: '¿Se cobra mi tarjeta en una demostración?',
        answer: [
          'No. Un servicio que corre como demostración dice “modo de prueba” donde pide una tarjeta. Solo acepta tarjetas de prueba y no se mueve dinero de verdad. Fuera de eso cobra Stripe, y el número de tu tarjeta nunca nos llega.',
        ],
      },
      suspended: {
        ask: '¿Qué pasa si no pago una factura?',
        answer: [
          'Te lo recordamos. Si a los 5 días de llegar sigue sin pagar, tu cuenta se suspende: el bot para y no arranca, pero puedes leer todo. Al pagar vuelves enseguida. El día está en la factura.',
          'Pagar desde tu banco tarda hasta 4 días hábiles. Mientras ese pago está en camino, tu cuenta no se suspende por esa factura, o vuelve enseguida. Si tu banco lo rechaza, la factura cuenta otra vez desde su día, y un segundo pago desde tu banco solo ayuda cuando llega.',
          'En Pago también puedes dejar que las facturas semanales se paguen solas.',
        ],
      },
      referral: {
        ask: '¿Qué gano si invito a un amigo?',
        answer: [
          'Un crédito por cada amigo que se registre con tu código y pague por primera vez: 50% menos en una semana, de tu próxima suscripción semanal o de tu factura semanal. Se descuenta solo, y si tienes varios se usa uno por semana.',
          'Tu código, tus invitaciones y tus créditos están en la pantalla Invita a un conductor. Si a tu amigo se le devuelve su pago antes de que uses el crédito, el crédito también se va.',
        ],
      },
    },
  },
  alerts: {
    title: 'Avisos',
    questions: {
      channels: {
        ask: '¿Cómo me entero de que se ganó un bloque?',
        answer: [
          'Cae una señal en la app y queda en Novedades. En Avisos eliges, para cada tipo de noticia, si también llega como notificación, correo, SMS o llamada, y puedes mandarte uno ahora para ver que funciona.',
          'Los SMS y las llamadas necesitan un teléfono que hayas confirmado con un código en tu perfil.',
        ],
      },
      quiet: {
        ask: '¿Puedo dormir sin que me molesten?',
        answer: [
          'Pon horas de silencio en Avisos: entonces no sale nada, pero Novedades lo guarda todo. Puedes dejar pasar lo importante: un bloque ganado o una verificación humana.',
        ],
      },
      repeat: {
        ask: '¿Un aviso puede repetirse hasta que lo vea?',
        answer: [
          'Sí, si lo enciendes: un bloque ganado o una verificación humana se avisa cada pocos minutos hasta que toques que ya lo sabes, las veces que pongas.',
        ],
      },
      reminders: {
        ask: '¿Me recuerdan un bloque antes de que empiece?',
        answer: [
          'Sí, si en tu perfil eliges 60, 30 o 15 minutos antes del inicio. Llega por donde digan tus avisos. El que no necesites te lo saltas en el calendario: toca el bloque.',
        ],
      },
    },
  },
  account: {
    title: 'Cuenta y privacidad',
    questions: {
      password: {
        ask: '¿Está segura aquí la contraseña de mi cuenta de la app de entregas?',
        answer: [
          'Se cifra antes de guardarse, con una llave propia que a su vez cierra otra llave fuera de la base de datos. No se vuelve a mostrar, no se escribe en ningún registro y no se manda al navegador. Donde la plataforma da tokens, se usan tokens.',
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
          'Tras cinco contraseñas equivocadas esperas un minuto, y hasta seis horas si se repite, por tu seguridad. Las contraseñas equivocadas de otra persona no te dejan fuera donde ya habías entrado. Espera, o elige una contraseña nueva con un código: eso la abre enseguida.',
        ],
      },
      sessions: {
        ask: 'Perdí mi teléfono. ¿Cómo cierro su sesión?',
        answer: [
          'En tu perfil ves dónde tienes sesión y puedes cerrar cada una, o todas las demás a la vez, con tu contraseña. Una contraseña nueva también cierra las otras sesiones.',
        ],
      },
      export: {
        ask: '¿Puedo llevarme o borrar mis datos?',
        answer: [
          'Sí, las dos cosas en tu perfil: un archivo con todo lo que se guarda sobre ti, y el borrado de la cuenta con todo lo que tiene. Para borrar, el bot debe estar parado y lo abierto, pagado.',
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

import type { accountQuestions as english } from '../en/questions-account.ts'
import type { Translated } from '../model.ts'

export const accountQuestions = {
  around: {
    title: 'Alrededor de un bloque',
    questions: {
      checkin: {
        ask: '¿Cómo se registra la llegada y cuánto cuesta?',
        answer: [
          'Desde 15 minutos antes del inicio eliges el bloque y marcas que llegaste. Cuesta $2 cada vez en una semana en la que no se ganó ninguna oferta para ti; si se ganó, nada.',
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
          'Con el filtro básico pagas los bloques ganados, en una factura por semana de lunes a domingo, junto con los días de ofertas instantáneas ($2.00 cada uno) y los registros de llegada. Avanzado y profesional son suscripciones.',
          'Las facturas, los pagos y las suscripciones todavía no existen. Hoy no se cobra nada.',
        ],
      },
      subscription: {
        ask: '¿Cómo funcionan las suscripciones?',
        answer: [
          'Compras 7 o 14 días. Las semanas que compras mientras corre una se suman al final; ninguna se pierde.',
          'Comprarlas todavía no es posible.',
        ],
      },
      fee: {
        ask: '¿Qué es el cargo por tarjeta?',
        answer: [
          '2.9% más 30 centavos, o 99 centavos fijos, según cómo pagas. Aparece en su propia línea antes de confirmar. Pagar todavía no es posible.',
        ],
      },
      suspended: {
        ask: '¿Qué pasa si no pago una factura?',
        answer: [
          'Unos días después de la factura la cuenta se suspende: el bot para y no arranca, pero puedes leer todo. Al pagar vuelves enseguida. El número de días está en la factura.',
        ],
      },
      referral: {
        ask: '¿Qué gano si invito a un amigo?',
        answer: [
          '50% menos en tu próxima suscripción semanal por cada amigo que se registre con tu código y pague por primera vez. Los códigos que se dan al registrarse se guardan; los créditos llegan con la pantalla de invitar, que todavía no existe.',
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
          'Pon horas de silencio en Avisos: entonces no sale nada, pero Novedades lo guarda todo. Puedes dejar pasar lo importante: un bloque ganado o una prueba humana.',
        ],
      },
      repeat: {
        ask: '¿Un aviso puede repetirse hasta que lo vea?',
        answer: [
          'Sí, si lo enciendes: un bloque ganado o una prueba humana se avisa cada pocos minutos hasta que toques que ya lo sabes, las veces que pongas.',
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
        ask: '¿Está segura aquí la contraseña de mi cuenta de entregas?',
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
          'Tras cinco contraseñas equivocadas se cierra 15 minutos, por tu seguridad. Espera, o elige una contraseña nueva con un código: eso la abre enseguida.',
        ],
      },
      sessions: {
        ask: 'Perdí mi teléfono. ¿Cómo cierro su sesión?',
        answer: [
          'En tu perfil ves dónde tienes sesión y puedes cerrar cada una, o todas las demás a la vez. Una contraseña nueva también cierra las otras sesiones.',
        ],
      },
      export: {
        ask: '¿Puedo llevarme o borrar mis datos?',
        answer: [
          'Sí, las dos cosas en tu perfil: un archivo con todo lo que se guarda sobre ti, y el borrado de la cuenta con todo lo que tiene. Para borrar, el bot debe estar parado.',
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

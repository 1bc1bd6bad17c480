import type { botQuestions as english } from '../../en/help/questions-bot.ts'
import type { Translated } from '../../help.ts'

export const botQuestions = {
  begin: {
    title: 'Primeros pasos',
    questions: {
      what: {
        ask: '¿Qué hace Madruga?',
        answer: [
          'Mira las ofertas de tu app de reparto y acepta las que encajan en tu filtro, antes que otros conductores. Tú pones [estaciones], pago y horario; el bot no decide nada más.',
          'Funciona en nuestros servidores. Tu teléfono puede estar bloqueado, sin batería o sin señal.',
          {
            only: ['courier'],
            text: 'Un turno está planeado, por ejemplo el sábado de 6 p. m. a 10 p. m.: el bot se postula. Un pedido es una entrega que empieza ya: el bot no acepta otro hasta que termine.',
          },
        ],
      },
      authorised: {
        ask: '¿Con qué apps de reparto funciona? ¿Está permitido?',
        answer: [
          'Solo con las que lo permiten. El bot no se esconde: respeta un límite de consultas, baja la velocidad cuando la app de reparto lo pide y no resuelve verificaciones de seguridad.',
          {
            only: ['amazon', 'spark'],
            text: 'Hoy te conectas a un mercado de práctica: las ofertas, los rivales y los límites funcionan como en una app de reparto, pero no se entrega nada.',
          },
          {
            only: ['courier'],
            text: 'Son las apps de cooperativas y empresas de mensajería que usan CoopCycle o Fleetbase. En Sincronizar ves quién autorizó al bot y desde cuándo. Si lo retiran, paramos en segundos.',
          },
          {
            only: ['courier'],
            text: '“En prueba” quiere decir que probamos con el software de la app en nuestras máquinas, todavía no con una cooperativa. Revisa en la app de reparto lo que gane el bot.',
          },
        ],
      },
      first: {
        ask: '¿Cómo empiezo a buscar?',
        answer: [
          '- Conecta tu app de reparto en Sincronizar.',
          '- Elige [estaciones], pago y horario en Filtros, y guarda.',
          '- Toca Empezar a buscar en Inicio. En 40 segundos como mucho, el bot está En marcha.',
        ],
      },
    },
  },
  bot: {
    title: 'El bot',
    questions: {
      states: {
        ask: '¿Qué significan los estados del bot?',
        answer: [
          '- Detenido: no se le pide nada a la app de reparto.',
          '- Preparando: inicia sesión en la app de reparto, hasta 40 segundos.',
          '- En marcha: busca.',
          { only: ['amazon'], text: '- En marcha + GPS: también busca ofertas instantáneas.' },
          '- Descansando: no pide ofertas; ves la razón y el tiempo que falta.',
          '- Error al iniciar: no pudo iniciar y dice por qué.',
          '- Deteniéndose: termina la oferta que está aceptando y se detiene.',
          '- En pausa: la espera antes de iniciar otra vez, un minuto, o 70 después de una búsqueda 2X15 completa.',
        ],
      },
      speeds: {
        ask: '¿Qué significan las velocidades (1X, 2X15, 2X30, 3X)? ¿Cuál elijo?',
        answer: [
          '- 1X busca 60 minutos y descansa 70.',
          '- 2X15 busca 15 y descansa 15, por 3 horas. Luego se detiene y te envía un correo.',
          '- 2X30 busca 30 y descansa 30.',
          '- 3X busca 10 con las consultas más rápidas y descansa 70.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X usa tus propios tiempos. Es del plan Profesional.',
          },
          'Si sabes cuándo salen ofertas en tu [estación], usa 3X justo antes o 2X15 alrededor de esa hora. Si no, 1X o 2X30 buscan todo el día.',
        ],
      },
      sleep: {
        ask: '¿Por qué descansa mi bot?',
        answer: [
          'Inicio muestra la razón y el tiempo que falta:',
          '- Terminó el tiempo de búsqueda de tu velocidad.',
          '- Ganaste un [bloque] o estás entregando, y tu filtro pide una pausa.',
          '- Llegaste al límite de una de tus protecciones.',
          { only: ['courier'], text: '- Hay un pedido en curso: otro empezaría enseguida.' },
          {
            only: ['amazon', 'spark'],
            text: '- Búsqueda agresiva: la app de reparto recibió demasiadas consultas. El bot descansa 70 minutos o más; iniciarlo otra vez no lo acorta. Elige una velocidad más lenta y cierra la app de reparto en tu teléfono: usa el mismo límite de consultas.',
          },
          {
            only: ['courier'],
            text: '- Se acabaron las consultas. Las comparten todos los conductores de tu app de reparto, y a cada bot le toca una parte justa.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Te espera una verificación de seguridad. Resuélvela aquí o en la app de reparto, y el bot sigue.',
          },
          '- La app de reparto no responde: lo intenta de nuevo, cada 5 minutos como mucho.',
        ],
      },
      stop: {
        ask: '¿Cómo detengo el bot? ¿Por qué se detiene de madrugada?',
        answer: [
          'Mantén presionado el botón de Inicio un segundo, o tócalo y confirma. Si en ese momento acepta una oferta, primero la termina, para que sepas si es tuya.',
          'Una vez al día se detienen todos los bots, normalmente de 4:00 a 4:10 a. m. según el reloj del servicio: hora del Este en Estados Unidos. Después inicia el tuyo otra vez, o pon un arranque automático.',
        ],
      },
      failed: {
        ask: 'El bot no inicia. ¿Qué puedo hacer?',
        answer: [
          '- Error al iniciar: lee la razón en Inicio. Casi siempre la app de reparto rechazó tu inicio de sesión: conecta otra vez en Sincronizar.',
          '- Los servidores se están reiniciando: espera un minuto e inicia otra vez.',
          '- No hay servidores: intenta en unos minutos.',
          '- Versión vieja de la app: toca Recargar. Lo que escribiste se queda.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

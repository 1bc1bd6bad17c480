import type { botQuestions as english } from '../en/questions-bot.ts'
import type { Translated } from '../model.ts'

export const botQuestions = {
  begin: {
    title: 'Primeros pasos',
    questions: {
      what: {
        ask: '¿Qué hace Madruga?',
        answer: [
          'Busca en las ofertas de tu app de reparto, revisa cada una con tu filtro y acepta las que encajan, antes que otros conductores.',
          'Tú eliges [estaciones], pago y horario. El bot no decide nada: descarta lo que tu filtro descarta, y puedes ver por qué.',
        ],
      },
      authorised: {
        ask: '¿Con qué apps de reparto funciona? ¿Está permitido?',
        answer: [
          'Solo donde la app de reparto lo autoriza. Muchas prohíben programas que actúen por ti: no nos conectamos a esas hasta que estén de acuerdo.',
          {
            only: ['amazon', 'spark'],
            text: 'Lo que está conectado hoy es un mercado de práctica que se porta como una app de reparto: las ofertas, los rivales, los límites y los rechazos son reales; las entregas no.',
          },
          {
            only: ['courier'],
            text: 'En Mensajería te conectas a la app de una cooperativa o empresa de mensajería que usa CoopCycle o Fleetbase. Cada una está en Sincronizar porque su operador dijo que sí. En una demo son simulaciones: las entregas no son reales.',
          },
          'El bot no se esconde: respeta un límite de consultas a la vista, baja la velocidad cuando la app de reparto lo pide y no resuelve verificaciones de seguridad por ti.',
        ],
      },
      first: {
        ask: '¿Cómo empiezo a buscar?',
        answer: [
          'Necesitas tres cosas, una sola vez:',
          {
            only: ['amazon', 'spark'],
            text: '- Conecta tu app de reparto en Sincronizar.',
          },
          {
            only: ['courier'],
            text: '- Elige tu app de reparto en Sincronizar y conecta tu cuenta de allí.',
          },
          '- Elige [estaciones], pago y horario en Filtros, y guarda.',
          '- Toca Empezar a buscar en Inicio.',
          'En 40 segundos como mucho, casi siempre unos pocos, el bot está En marcha.',
        ],
      },
      phone: {
        ask: '¿Mi teléfono tiene que estar encendido?',
        answer: [
          'No. El bot funciona en nuestros servidores. Bloquea el teléfono, cierra la app o pierde la señal: el bot sigue.',
          'Sin conexión la app muestra el último estado que conoce y te lo dice.',
        ],
      },
      install: {
        ask: '¿Puedo ponerlo en mi teléfono como una app?',
        answer: [
          'Sí. En Chrome elige Instalar app en el menú; en un iPhone abre el botón de compartir en Safari y elige Agregar a inicio. Así se abre sin la barra de direcciones.',
          'En un iPhone las notificaciones solo llegan a la app de la pantalla de inicio.',
        ],
      },
      variant: {
        choice: true,
        ask: '¿Qué tipos de trabajo de entregas hay?',
        answer: [
          { offered: 'amazon', text: '- Amazon: bloques en almacenes, con inicio y fin.' },
          {
            offered: 'spark',
            text: '- Spark: viajes desde tiendas, que son curbside (te lo llevan al carro), compras y entregas, con paradas y millas.',
          },
          {
            offered: 'courier',
            text: '- Mensajería: turnos y pedidos de cooperativas y empresas de mensajería.',
          },
          'Eliges uno al registrarte y puedes cambiarlo en tu perfil. Cada uno tiene su menú, su filtro y su historial.',
        ],
      },
      jobs: {
        only: ['courier'],
        ask: '¿Qué es un turno y qué es un pedido?',
        answer: [
          'Un turno está planeado, con inicio y fin; por ejemplo, el sábado de 6 p. m. a 10 p. m. El bot se postula en tu nombre.',
          'Un pedido es una entrega que empieza ya. Al aceptarlo comienza el trabajo, así que el bot no acepta otro pedido hasta que termine.',
          'En Filtros eliges turnos, pedidos o los dos. Cuáles hay depende de tu app de reparto.',
        ],
      },
      who_authorised: {
        only: ['courier'],
        ask: '¿Quién autorizó al bot en mi app de reparto?',
        answer: [
          'La cooperativa o empresa que la maneja. En Sincronizar ves quién dijo que sí y desde cuándo. Sin eso no le pedimos nada.',
          'Si lo retiran, en unos segundos dejamos de pedirle ofertas a esa app.',
        ],
      },
      draft: {
        only: ['courier'],
        ask: '¿Qué significa Borrador junto a una app de reparto?',
        answer: [
          'Hicimos nuestra conexión con el código que publica la app y la probamos con una simulación. Todavía no se ha probado con la real.',
          'Revisa en la app de reparto lo que gana el bot, y escribe a soporte si algo no coincide.',
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
          '- Preparando: inicia sesión en la app de reparto, hasta 40 segundos, casi siempre unos pocos.',
          '- En marcha: busca.',
          {
            only: ['amazon'],
            text: '- En marcha + GPS: también busca ofertas instantáneas.',
          },
          '- Descansando: no pide ofertas; ves la razón y el tiempo que falta.',
          '- Error al iniciar: no pudo iniciar y dice por qué.',
          '- Deteniéndose: primero termina la oferta que está aceptando.',
          '- En pausa: una espera antes de poder iniciar otra vez.',
        ],
      },
      speeds: {
        ask: '¿Qué significan las velocidades (1X, 2X15, 2X30, 3X)?',
        answer: [
          'Una velocidad define cuánto busca el bot y cuánto descansa:',
          '- 1X busca 60 minutos y descansa 70.',
          '- 2X15 busca 15 y descansa 15, por 3 horas. Luego el bot se detiene, te envía un correo y espera 70 minutos.',
          '- 2X30 busca 30 y descansa 30.',
          '- 3X busca 10 y descansa 70, con las consultas más rápidas mientras busca.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X usa tus propios tiempos. Es del plan profesional.',
          },
        ],
      },
      which_speed: {
        ask: '¿Qué velocidad elijo?',
        answer: [
          'Si sabes cuándo salen ofertas en tu [estación], usa 3X justo antes o 2X15 alrededor de esa hora. Si no lo sabes, 1X o 2X30 buscan todo el día.',
          'Más rápido no siempre es mejor: cada app de reparto limita las consultas, y un bot que se pasa tiene que descansar.',
        ],
      },
      sleep: {
        ask: '¿Por qué descansa mi bot?',
        answer: [
          'Inicio siempre muestra la razón y el tiempo que falta. Puede ser:',
          '- Tu velocidad: terminó el tiempo de búsqueda.',
          '- Ganaste un [bloque] y tu filtro pide descansar después.',
          '- Estás en una entrega y tu filtro pide esperar.',
          {
            only: ['courier'],
            text: '- Hay un pedido en curso: otro empezaría enseguida, así que el bot espera a que termine.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- La app de reparto dijo que la búsqueda fue muy rápida: 70 minutos, o más si la app lo pide.',
          },
          {
            only: ['courier'],
            text: '- Se acabaron las consultas que permite tu app de reparto: el tiempo que pida la app.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- La app de reparto pidió una verificación de seguridad: hasta que la resuelvas.',
          },
          '- La app de reparto no responde: lo intenta de nuevo, cada 5 minutos como mucho.',
        ],
      },
      aggressive: {
        only: ['amazon', 'spark'],
        ask: '¿Qué es una búsqueda agresiva?',
        answer: [
          'La app de reparto decidió que recibió demasiadas consultas. El bot descansa 70 minutos, o más si la app lo pide. Detenerlo e iniciarlo no lo acorta: descansa hasta que pase el tiempo y luego busca.',
          'Si sigue pasando, elige una velocidad más lenta y cierra la app de reparto: usa el mismo límite que el bot.',
        ],
      },
      human: {
        only: ['amazon', 'spark'],
        ask: 'Dice que hace falta una verificación de seguridad. ¿Y ahora?',
        answer: [
          'Abre la verificación aquí, mira la imagen y escribe la respuesta; resolverla en la app de reparto también sirve. El bot descansa hasta que esté resuelta y luego sigue. Ningún programa resuelve esas verificaciones.',
        ],
      },
      daily_stop: {
        ask: '¿Por qué se detuvieron todos los bots de madrugada?',
        answer: [
          'Una vez al día se detienen todos los bots, normalmente de 4:00 a 4:10 a. m., hora del Este. Inicia el tuyo otra vez cuando termine la parada diaria.',
          'Si intentas iniciarlo en ese rato, la app te lo dice.',
        ],
      },
      cooling: {
        ask: '¿Por qué tengo que esperar para iniciar otra vez?',
        answer: [
          'Cada vez que se detiene, el bot queda En pausa: un minuto, o 70 minutos después de una búsqueda 2X15 de 3 horas. La cuenta regresiva está en Inicio.',
        ],
      },
      stop: {
        ask: '¿Cómo lo detengo, y de verdad queda detenido?',
        answer: [
          'Mantén presionado el botón de Inicio un segundo, o tócalo y confirma. Cuando ves En pausa o Detenido, ya no se le pide nada a la app de reparto.',
          'Si en ese momento estaba aceptando una oferta, primero la termina, para que sepas si es tuya.',
        ],
      },
      failed: {
        ask: 'Dice Error al iniciar. ¿Qué puedo hacer?',
        answer: [
          'Lee la razón en Inicio. Casi siempre la app de reparto no aceptó tu inicio de sesión: abre Sincronizar y conecta otra vez.',
          'Si la app de reparto no responde, espera unos minutos e inicia otra vez.',
        ],
      },
      servers: {
        ask: '¿Qué significa “no hay servidores” o “los servidores se están reiniciando”?',
        answer: [
          'Reiniciando: espera un minuto e inicia otra vez. Los bots en marcha siguen en marcha.',
          'No hay servidores: por ahora no se puede iniciar ningún bot. Inicio muestra si los servidores y la app de reparto están disponibles; intenta en unos minutos.',
        ],
      },
      old_version: {
        ask: 'Dice que mi versión de la app es muy vieja.',
        answer: ['Toca Recargar. Recibes la versión nueva. Tu bot, tu filtro y lo que escribiste se quedan.'],
      },
    },
  },
} as const satisfies Translated<typeof english>

import type { botQuestions as english } from '../../en/help/questions-bot.ts'
import type { Translated } from '../../help.ts'

export const botQuestions = {
  begin: {
    title: 'Primeros pasos',
    questions: {
      what: {
        ask: '¿Qué hace Madruga?',
        answer: [
          'Acepta las ofertas de tu app de reparto que encajan en las [estaciones], el pago y el horario que pones, y no decide nada más.',
          'Funciona en nuestros servidores: tu teléfono puede estar sin batería.',
          {
            only: ['courier'],
            text: 'Se postula a turnos, planeados antes. Un pedido es una entrega que empieza ya: no acepta otro hasta que termine.',
          },
        ],
      },
      authorised: {
        ask: '¿Con qué apps de reparto funciona? ¿Está permitido?',
        answer: [
          'Solo con las que lo permiten; la mayoría prohíbe los bots. El nuestro no se esconde, respeta un límite de consultas y no resuelve verificaciones de seguridad.',
          {
            only: ['amazon', 'spark'],
            text: 'Hoy usas un mercado de práctica: funciona como una app de reparto, pero no se entrega nada.',
          },
          {
            only: ['courier'],
            text: 'Cooperativas y empresas de mensajería con CoopCycle o Fleetbase. Sincronizar muestra quién autorizó al bot; si lo retira, paramos en segundos.',
          },
          {
            only: ['courier'],
            text: '“En prueba”: probado con el software de la app, todavía no con una cooperativa. Revisa en la app lo que gane.',
          },
        ],
      },
      first: {
        ask: '¿Cómo empiezo a buscar?',
        answer: [
          '- Conecta tu app de reparto en Sincronizar.',
          '- Guarda [estaciones], pago y horario en Filtros.',
          '- Toca Empezar a buscar en Inicio: En marcha en 40 segundos.',
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
          '- Detenido: sin consultas.',
          '- Preparando: inicia sesión, hasta 40 segundos.',
          '- En marcha: busca.',
          { only: ['amazon'], text: '- En marcha + GPS: también ofertas instantáneas.' },
          '- Descansando: espera; Inicio dice por qué.',
          '- Error al iniciar: no pudo iniciar; Inicio dice por qué.',
          '- Deteniéndose: termina lo que está aceptando y se detiene.',
          '- En pausa: un minuto antes de iniciar otra vez, 70 después de 2X15.',
        ],
      },
      speeds: {
        ask: '¿Qué significan las velocidades (1X, 2X15, 2X30, 3X)?',
        answer: [
          '- 1X busca 60 minutos y descansa 70.',
          '- 2X15 busca 15 y descansa 15, por 3 horas, y se detiene con un correo.',
          '- 2X30 busca 30 y descansa 30.',
          '- 3X busca 10 con las consultas más rápidas y descansa 70.',
          {
            only: ['amazon', 'spark'],
            paid: true,
            offered: 'amazon',
            text: '- 4X (Profesional) usa tus propios tiempos.',
          },
          'Usa 3X justo antes de que salgan ofertas, 2X15 alrededor de esa hora. ¿No sabes? 1X o 2X30.',
        ],
      },
      sleep: {
        ask: '¿Por qué descansa mi bot?',
        answer: [
          'Inicio muestra cuál es:',
          '- Terminó el tiempo de búsqueda de su velocidad.',
          '- Ganaste o estás entregando, y tu filtro hace una pausa.',
          '- Actuó una protección.',
          { only: ['courier'], text: '- Hay un pedido en curso.' },
          {
            only: ['amazon', 'spark'],
            text: '- Búsqueda agresiva: demasiadas consultas. Descansa 70 minutos o más, también si inicias otra vez. Elige una velocidad más lenta; cierra la app de reparto, que usa el mismo límite.',
          },
          {
            only: ['courier'],
            text: '- Se acabaron las consultas que comparten todos los conductores de tu app.',
          },
          {
            only: ['amazon', 'spark'],
            text: '- Te espera una verificación de seguridad.',
          },
          '- La app de reparto no responde; el bot lo intenta otra vez en 5 minutos.',
        ],
      },
      stop: {
        ask: '¿Cómo detengo el bot? ¿Por qué se detiene de madrugada?',
        answer: [
          'Mantén presionado el botón de Inicio un segundo, o tócalo y confirma. Antes termina lo que está aceptando.',
          'Una vez al día se detienen todos los bots, normalmente de 4:00 a 4:10 a. m., hora del Este. Inicia otra vez después, o pon un arranque automático.',
        ],
      },
      failed: {
        ask: 'El bot no inicia. ¿Qué puedo hacer?',
        answer: [
          'Error al iniciar: casi siempre se rechazó tu inicio de sesión. Conecta otra vez en Sincronizar.',
          'Si es otra cosa, Inicio te dice qué hacer.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

import type { botQuestions as english } from '../en/questions-bot.ts'
import type { Translated } from '../model.ts'

export const botQuestions = {
  begin: {
    title: 'Primeros pasos',
    questions: {
      what: {
        ask: '¿Qué hace Madruga?',
        answer: [
          'Mira la lista de ofertas de tu app de entregas, juzga cada una con tu filtro y acepta las que encajan, antes que otros conductores.',
          'Tú decides estaciones, pago y horario. El bot no decide nada por su cuenta: lo que tu filtro deja, se deja, y puedes leer por qué.',
        ],
      },
      authorised: {
        ask: '¿Con qué apps de entregas funciona? ¿Está permitido?',
        answer: [
          'Solo con plataformas que lo autorizan. Muchas apps de entregas prohíben programas que actúen por ti; para esas no hay conexión aquí, ni la habrá hasta que estén de acuerdo.',
          'Lo que está conectado hoy es un mercado de práctica que se porta como una app de entregas: las ofertas, los rivales, los límites y los rechazos son reales; las entregas no.',
          'El bot no se esconde: respeta un límite de solicitudes a la vista, obedece cuando la plataforma pide ir más despacio y no resuelve verificaciones humanas por ti.',
        ],
      },
      first: {
        ask: '¿Cómo empiezo a cazar?',
        answer: [
          'Hacen falta tres cosas, una sola vez:',
          '- Conecta tu cuenta de la app de entregas en Sincronizar.',
          '- Elige estaciones, pago y horario en Filtros, y guarda.',
          '- Toca Empezar a cazar en Inicio.',
          'En 40 segundos como mucho, casi siempre unos pocos, el bot está En marcha.',
        ],
      },
      phone: {
        ask: '¿Mi teléfono tiene que estar encendido?',
        answer: [
          'No. El bot corre en nuestros servidores. Bloquea el teléfono, cierra la app, pierde la señal: él sigue.',
          'Sin conexión la app muestra el último estado que conoce y dice que no hay señal.',
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
        ask: '¿Qué diferencia hay entre amazon y spark?',
        answer: [
          'Son dos maneras de trabajar. amazon son bloques en almacenes, con inicio y fin; spark son viajes desde tiendas: en la acera, compras y entregas, con paradas y millas.',
          'Eliges una al registrarte y puedes cambiarla en tu perfil. Cada una tiene su menú, su filtro y sus registros.',
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
          '- Detenido: no se le pide nada a la app de entregas.',
          '- Preparando: entra y calienta, hasta 40 segundos, casi siempre unos pocos.',
          '- En marcha: caza. En marcha + GPS (solo amazon): también caza ofertas instantáneas.',
          '- Descansando: con su razón y el tiempo que falta.',
          '- Error al iniciar: no pudo arrancar y dice por qué.',
          '- Deteniendo: se está parando; primero termina la oferta que está tomando.',
          '- En pausa: una espera antes del próximo arranque.',
        ],
      },
      speeds: {
        ask: '¿Qué significan las velocidades 1X, 2X15, 2X30, 3X y 4X?',
        answer: [
          'Una velocidad dice cuánto caza el bot y cuánto descansa:',
          '- 1X caza 60 minutos y descansa 70.',
          '- 2X15 caza 15 y descansa 15, por 3 horas. Luego el bot para, te escribe un correo y espera 70 minutos.',
          '- 2X30 caza 30 y descansa 30.',
          '- 3X caza 10 y descansa 70, y mientras caza es la que más pregunta.',
          '- 4X es tu propio ritmo. Es del filtro profesional.',
        ],
      },
      which_speed: {
        ask: '¿Qué velocidad elijo?',
        answer: [
          'Si sabes cuándo publica ofertas tu estación, usa 3X justo antes o 2X15 alrededor. Si no lo sabes, 1X o 2X30 vigilan todo el día.',
          'Más rápido no siempre es más: cada plataforma tiene un límite de solicitudes por hora, y a quien se pasa lo manda a dormir.',
        ],
      },
      sleep: {
        ask: '¿Por qué descansa mi bot?',
        answer: [
          'Inicio siempre muestra la razón y el tiempo que falta. Puede ser:',
          '- Tu velocidad: terminó el turno de caza y empieza el descanso.',
          '- Ganaste un bloque y tu filtro pide descansar después.',
          '- Estás en una entrega y tu filtro pide esperar.',
          '- La app de entregas dijo que la búsqueda era agresiva: 70 minutos, o más si pide más.',
          '- La app de entregas quiere ver a una persona: hasta que resuelvas la verificación.',
          '- La app de entregas no responde: lo intenta de nuevo solo, cada 5 minutos como mucho.',
        ],
      },
      aggressive: {
        ask: '¿Qué es una búsqueda agresiva?',
        answer: [
          'La app de entregas decidió que le preguntaron demasiado. El bot obedece y descansa 70 minutos, o más si la app pide más. Parar y arrancar no lo acorta: un bot que arrancas mientras tanto duerme hasta que pase el tiempo y sigue solo.',
          'Si pasa una y otra vez, elige una velocidad más tranquila, y no dejes la app de entregas abierta y actualizándose junto al bot: los dos gastan el mismo límite.',
        ],
      },
      human: {
        ask: 'Dice que hace falta una verificación humana. ¿Y ahora?',
        answer: [
          'Abre la verificación aquí, mira la imagen y escribe la respuesta; resolverla en la app de entregas también sirve. El bot descansa hasta que esté resuelta y luego sigue solo. Nunca resolvemos esas verificaciones con un programa.',
        ],
      },
      daily_stop: {
        ask: '¿Por qué pararon todos los bots de madrugada?',
        answer: [
          'Una vez al día se paran todos los bots, normalmente de 4:00 a 4:10 a.m., hora del Este. No arrancan solos otra vez: arranca el tuyo cuando pase la parada.',
          'Un arranque en ese rato se rechaza y te lo dice.',
        ],
      },
      cooling: {
        ask: '¿Por qué tengo que esperar para arrancar otra vez?',
        answer: [
          'Después de cada parada hay una pausa: un minuto, y 70 minutos tras una corrida 2X15 de 3 horas. La cuenta regresiva está en Inicio.',
        ],
      },
      stop: {
        ask: '¿Cómo lo paro, y de verdad queda apagado?',
        answer: [
          'Mantén el botón de Inicio un segundo, o tócalo y confirma. Cuando ves En pausa o Detenido, ya no se le pide nada a la app de entregas.',
          'Si justo en ese momento se estaba aceptando una oferta, primero se termina, para que sepas si es tuya.',
        ],
      },
      failed: {
        ask: 'Dice Error al iniciar. ¿Qué puedo hacer?',
        answer: [
          'Lee la razón en Inicio. Casi siempre la app de entregas no aceptó el correo y la contraseña: abre Sincronizar y conecta otra vez.',
          'Si la app de entregas no responde, espera unos minutos y arranca de nuevo.',
        ],
      },
      servers: {
        ask: '¿Qué significa “no hay servidores” o “los servidores se están reciclando”?',
        answer: [
          'Reciclando: nuestros servidores se están renovando; espera un minuto y arranca de nuevo. Los bots en marcha pasan a otro servidor y siguen.',
          'No hay servidores: los arranques están cerrados por ahora. Inicio muestra si responden los servidores y la app de entregas; intenta en unos minutos.',
        ],
      },
      old_version: {
        ask: 'Dice que mi app es una versión vieja.',
        answer: [
          'Toca Cargar otra vez. Eso trae la nueva y borra lo que la vieja guardó en tu dispositivo. Tu bot, tu filtro y tus borradores se quedan.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

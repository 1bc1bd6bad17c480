import type { offersQuestions as english } from '../en/questions-offers.ts'
import type { Translated } from '../model.ts'

export const offersQuestions = {
  offers: {
    title: 'Ofertas',
    questions: {
      ignored: {
        ask: '¿Por qué se descartó una oferta?',
        answer: [
          'Tócala en Inicio o en tu historial: ves cada regla de tu filtro con el valor de la oferta y tu límite, primero la que falló. Un toque más te lleva a ese ajuste.',
          'Empieza muy pronto: empieza antes de que puedas llegar. Pago bajo: paga menos que tu mínimo (o más que tu máximo). Horario: fuera de tus horas, en una [estación] desactivada, se cruza con un [bloque] que tienes o pasa de otro límite de tu filtro.',
        ],
      },
      missed: {
        ask: '¿Por qué se me fue una oferta?',
        answer: [
          'Encajaba en tu filtro, el bot intentó aceptarla y no la consiguió:',
          '- Otro conductor fue más rápido. Es la razón de siempre.',
          {
            only: ['courier'],
            text: '- La app de reparto dijo que no cumples los requisitos; tu historial muestra lo que dijo.',
          },
          '- Se cruza con un [bloque] que tienes, o llegaste al límite de horas de la app de reparto.',
          '- Se acabaron las consultas, o la app de reparto no respondió a tiempo.',
          'Tu historial muestra cuál fue, y qué tan rápido reaccionó el bot.',
        ],
      },
      overlap: {
        ask: '¿Puede aceptar dos [bloques] a la misma hora?',
        answer: [
          'No. Una oferta que se cruza con un [bloque] que tienes se descarta. Cada oferta se acepta una vez como máximo, aunque falle un servidor.',
        ],
      },
      budget: {
        ask: '¿Qué son las consultas a la app?',
        answer: [
          {
            only: ['amazon', 'spark'],
            text: 'La app de reparto permite cierta cantidad de consultas por hora a cada conductor. La barra de Inicio muestra cuántas se usaron. El bot guarda algunas para aceptar, y baja la velocidad antes de que se acaben.',
          },
          {
            only: ['courier'],
            text: 'Acordamos con el operador de tu app de reparto cuántas consultas por minuto podemos hacer. Las comparten todos los conductores de ahí: a cada bot le toca una parte justa, y algunas se guardan para aceptar. La barra de Inicio muestra cuántas usó tu bot esta hora.',
          },
          {
            only: ['courier'],
            text: 'Si la app dice que aun así son demasiadas, los bots esperan lo que pida. No tienes que hacer nada.',
          },
        ],
      },
      tips: {
        ask: '¿Cuentan las propinas?',
        answer: [
          'En tu filtro eliges si la propina estimada cuenta como pago. Los clientes pueden dar más o menos.',
        ],
      },
      instant: {
        only: ['amazon'],
        ask: '¿Cómo funcionan las ofertas instantáneas?',
        answer: [
          'Son viajes cortos cerca de ti que empiezan de inmediato. El bot necesita una ubicación guardada en el mapa y un ID de dispositivo activado por soporte. Al iniciar eliges regulares, regulares e instantáneas, o solo instantáneas.',
          { paid: true, text: 'Cada día que las usas cuesta $2.00.' },
          'Actívalas en Ofertas instantáneas y confírmalo en tu app de reparto; entonces el bot muestra “+ GPS”.',
        ],
      },
      device: {
        only: ['amazon'],
        ask: '¿Qué es el ID de dispositivo y cómo lo activo?',
        answer: [
          'Las ofertas instantáneas necesitan el ID del teléfono donde usas tu app de reparto. Escribe a soporte con el tema “app de reparto”; una persona lo activa en 24 horas o menos.',
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: '¿Qué pasa cuando no se indica el pago?',
        answer: [
          'Algunas apps de reparto no muestran cuánto paga un trabajo. En Filtros eliges qué hace el bot entonces:',
          '- Aceptarlo: no se revisa tu pago mínimo.',
          '- Preguntarme: tienes un minuto para decir que sí. Sin respuesta se rechaza.',
          '- Descartarlo: solo se aceptan trabajos con pago indicado.',
          '- Usar mi propia tarifa: el pago se estima con tu tarifa por hora y por milla, y la estimación debe llegar a tu mínimo. Siempre lleva un ~ delante.',
          'Los totales no incluyen el pago que no se indica.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: '¿Qué es la lista de espera y qué hace el bot con ella?',
        answer: [
          'Un turno lleno puede tener una lista de espera: cuando alguien devuelve el turno, le toca al primero de la lista. En Filtros eliges qué hace el bot si un turno está lleno:',
          '- Quedarme en la lista de espera: el bot también se postula a turnos llenos. Ese horario queda apartado y no acepta nada que se cruce. Revisa cada minuto, y te avisamos si te dan el turno.',
          '- Salir de la lista de espera: el bot descarta los turnos llenos. Si un turno se llena mientras se postula, sale de la lista.',
          'También puedes salir tú de una lista de espera: ábrela en el calendario.',
          'Si sigues en espera cuando empieza el turno, no es tuyo. Esperar no cuesta nada.',
        ],
      },
      taken_over: {
        only: ['courier'],
        ask: 'El bot aceptó un trabajo y luego lo tenía otro conductor. ¿Por qué?',
        answer: [
          'Algunas apps de reparto dejan que dos conductores acepten el mismo pedido, y se lo queda el último. Por eso el bot lee el pedido dos veces después de aceptarlo, en unos segundos. Hasta entonces Inicio dice que lo está verificando.',
          'Si lo tiene otro conductor, te avisamos y en tu historial dice “Se te fue”. No te cuesta nada.',
        ],
      },
      history: {
        ask: '¿Dónde veo las ofertas viejas?',
        answer: [
          'En Historial: por resultado, día, [estación] y texto. Puedes guardarlas en un archivo. Las líneas se guardan 90 días, salvo que el operador de tu servicio haya elegido otro plazo.',
          'Con el historial en vivo desactivado, Historial solo guarda las ofertas que el bot intenta aceptar y los cambios de estado. Las descartadas solo cuentan en el resumen. Lo mismo pasa con las ofertas descartadas por pago bajo, si tu filtro las oculta.',
        ],
      },
    },
  },
  filters: {
    title: 'Filtros',
    questions: {
      editions: {
        ask: '¿Qué filtros hay?',
        answer: [
          {
            only: ['amazon'],
            paid: false,
            text: 'Todos tienen un mismo filtro: tus estaciones, con un pago mínimo, un tiempo para llegar y un horario para todas.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Básico: tus estaciones, con un pago mínimo, un tiempo para llegar y un horario para todas.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avanzado: cada estación con hasta tres ajustes y su propio horario.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Profesional: todo eso, más el pago por duración del bloque, el pago máximo y tus propios tiempos (4X).',
          },
          {
            only: ['spark'],
            text: 'Todos tienen un filtro de tiendas, tipos de viaje, paradas y millas.',
          },
          {
            only: ['spark'],
            paid: true,
            offered: 'amazon',
            text: 'Tus propios tiempos (4X) vienen con el plan Profesional, que se vende en Amazon.',
          },
          {
            only: ['courier'],
            text: 'Todos tienen un mismo filtro: zonas, turnos y pedidos, pago o tu propia tarifa, duración, distancia, habilidades, horario y qué hacer con las listas de espera.',
          },
        ],
      },
      skills: {
        only: ['courier'],
        ask: '¿Qué son las habilidades?',
        answer: [
          'Algunos trabajos piden una habilidad, como manejar una bici de carga. Marca las tuyas en Filtros, con las palabras de tu app de reparto: los trabajos que piden otras se descartan.',
        ],
      },
      price: {
        ask: '¿Cómo funcionan las reglas de pago?',
        answer: [
          'Puedes poner un mínimo por hora, un mínimo por [bloque], o los dos. Con los dos eliges si deben cumplirse ambos o basta uno. 0 = sin mínimo.',
          {
            only: ['amazon'],
            paid: true,
            text: 'Con el plan Profesional también puede haber un máximo; déjalo vacío si no quieres.',
          },
          {
            only: ['courier'],
            text: 'Las cantidades son en la moneda de tu app de reparto.',
          },
        ],
      },
      arrival: {
        ask: '¿Qué es el tiempo para llegar?',
        answer: [
          'Los minutos que necesitas para llegar a la [estación]. Las ofertas que empiezan antes se descartan. 0 = a cualquier hora.',
          {
            only: ['courier'],
            text: 'No cuenta para los pedidos que empiezan al aceptarlos: esos son para conductores que están cerca.',
          },
        ],
      },
      midnight: {
        ask: '¿Mi horario puede pasar de medianoche?',
        answer: [
          'Sí, el horario para todas las [estaciones] puede: de 8 p. m. a 2 a. m. el viernes significa el viernes por la noche y las dos primeras horas del sábado.',
          {
            only: ['amazon'],
            text: 'El de una sola estación no puede: el inicio va antes del fin.',
          },
          'Las horas son de tu zona horaria, también cuando cambia el reloj.',
        ],
      },
      inside: {
        ask: '¿El [bloque] tiene que terminar dentro de mi horario?',
        answer: [
          'Solo si quieres. Normalmente un [bloque] encaja si empieza dentro de tus horas; un botón en el filtro pide que también termine dentro.',
        ],
      },
      running: {
        ask: '¿Puedo cambiar el filtro con el bot en marcha?',
        answer: [
          'Sí. Cuenta desde la próxima consulta, un segundo después; la velocidad se queda como estaba al iniciar. Cada oferta muestra con qué versión del filtro se revisó.',
        ],
      },
      three: {
        only: ['amazon'],
        ask: '¿Cuántos ajustes puede tener una estación?',
        answer: [
          'Hasta tres, cada uno con su pago, su tiempo para llegar y su horario. Basta con que uno encaje.',
        ],
      },
      rests: {
        ask: '¿Puede hacer una pausa después de ganar o mientras entrego?',
        answer: [
          'Sí, las dos cosas están en el filtro: una pausa después de ganar, los minutos que pongas, y una pausa mientras entregas.',
          {
            only: ['amazon', 'spark'],
            text: 'Otro botón cierra tu sesión en la app de reparto del teléfono al iniciar.',
          },
        ],
      },
      trips: {
        only: ['spark'],
        ask: '¿Cómo funcionan las paradas y las millas?',
        answer: [
          'Un pedido curbside (te lo llevan al carro) tiene hasta 3 paradas; con más cuenta como pedido múltiple. Para cada tipo pones un pago mínimo y un máximo de paradas.',
          'Las millas van por tramos: cada tramo pone un pago mínimo hasta cierta cantidad de millas. Un tramo no puede tener menos millas que el anterior.',
        ],
      },
      sync: {
        ask: '¿Qué hace Sincronizar con mi filtro?',
        answer: [
          'Actualiza tus [estaciones], después de preguntarte. Tu filtro se queda: la [estación] que ya no está se marca, y el bot la ignora hasta que vuelva. El filtro solo se borra si no queda ninguna, y puedes recuperarlo.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

import type { offersQuestions as english } from '../../en/help/questions-offers.ts'
import type { Translated } from '../../help.ts'

export const offersQuestions = {
  offers: {
    title: 'Ofertas',
    questions: {
      ignored: {
        ask: '¿Por qué se descartó una oferta?',
        answer: [
          'Tócala en Inicio o en Historial: ves cada regla con el valor de la oferta y tu límite, y con un toque más cambias la regla.',
          '- Empieza muy pronto: no llegabas a tiempo.',
          '- Pago bajo: menos que tu mínimo, o más que tu máximo.',
          '- Horario: fuera de tus horas, en una [estación] desactivada, se cruza con un [bloque] que tienes o pasa de otro límite.',
          'Historial guarda las ofertas 90 días, salvo que tu operador haya puesto otro plazo.',
        ],
      },
      missed: {
        ask: '¿Por qué se me fue una oferta?',
        answer: [
          'Encajaba en tu filtro y el bot intentó aceptarla. Casi siempre otro conductor fue más rápido. También puede ser el límite de consultas, el límite de horas de la app de reparto o una respuesta que llegó tarde. Historial te dice cuál fue y qué tan rápido fue el bot.',
          {
            only: ['courier'],
            text: 'Algunas apps de reparto dejan que dos conductores acepten el mismo pedido, y se lo queda el último. Por eso el bot lo lee dos veces después de aceptarlo, y te avisa si lo tenía otro.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: '¿Cómo funcionan las ofertas instantáneas y qué es el ID de dispositivo?',
        answer: [
          'Son viajes cortos cerca de ti que empiezan de inmediato. El bot necesita dos cosas:',
          '- Una ubicación que guardas en el mapa.',
          '- El ID de dispositivo: el del teléfono con tu app de reparto. Pide a soporte que lo active; tarda hasta 24 horas.',
          'Actívalas en Ofertas instantáneas y confírmalo en tu app de reparto: el bot muestra entonces “+ GPS”.',
          { paid: true, text: 'Cada día que las usas cuesta $2.00.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: '¿Qué pasa cuando no se indica el pago, o es en otra moneda?',
        answer: [
          'En Filtros eliges qué hace el bot con los trabajos sin pago indicado:',
          '- Aceptarlo: no se revisa tu mínimo.',
          '- Preguntarme: tienes un minuto para decir que sí.',
          '- Descartarlo.',
          '- Usar mi propia tarifa: tu tarifa por hora y por milla da una estimación, que lleva un ~.',
          'Tu filtro usa la moneda de tu app de reparto. Nada se convierte: un total suma la moneda en que te pagan más trabajos, y dice cuántos deja fuera.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: '¿Qué es la lista de espera y qué hace el bot con ella?',
        answer: [
          'Cuando un turno está lleno, le toca al primero de su lista de espera si alguien lo devuelve. En Filtros eliges:',
          '- Quedarme en la lista de espera: el bot se postula, te guarda ese horario y te avisa si te dan el turno.',
          '- Salir de la lista de espera: el bot descarta los turnos llenos.',
          'Puedes salir de una lista en el calendario. Esperar no cuesta nada y termina cuando empieza el turno.',
        ],
      },
    },
  },
  filters: {
    title: 'Filtros',
    questions: {
      editions: {
        ask: '¿Qué puedo poner en un filtro?',
        answer: [
          {
            only: ['amazon'],
            paid: false,
            text: 'Tus estaciones, con un pago mínimo, un tiempo para llegar y un horario para todas.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Básico: un pago mínimo, un tiempo para llegar y un horario para todas tus estaciones.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avanzado: hasta tres ajustes por estación; basta con que la oferta encaje en uno.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Profesional: todo eso, más el pago por duración del bloque, el pago máximo y tus propios tiempos (4X).',
          },
          {
            only: ['spark'],
            text: 'Tiendas, tipos de viaje, paradas, pago y millas. Un pedido curbside (te lo llevan al carro) tiene hasta 3 paradas; con más cuenta como pedido múltiple. Cada tramo de millas tiene su pago mínimo.',
          },
          {
            only: ['courier'],
            text: 'Zonas, turnos y pedidos, pago, duración, distancia, horario, listas de espera y habilidades, como manejar una bici de carga: los trabajos que piden una que no marcaste se descartan.',
          },
          'Puedes cambiarlo con el bot en marcha: cuenta desde la próxima consulta. Si Sincronizar ve que una [estación] ya no está, la marca en tu filtro, y vuelve a servir cuando regresa.',
        ],
      },
      price: {
        ask: '¿Cómo funcionan las reglas de pago?',
        answer: [
          'Pones un mínimo por hora, uno por [bloque], o los dos; entonces eliges si deben cumplirse ambos. 0 = sin mínimo. También eliges si cuenta la propina estimada; los clientes la pueden cambiar.',
          'El pago neto resta tus millas: ir a la [estación] y volver por carretera, más las del viaje. Una milla cuesta su gasolina, la tarifa del IRS (72.5 ¢ en 2026) o lo que tú digas. Es un cálculo aproximado, no un consejo de impuestos.',
          {
            only: ['courier'],
            text: 'La tarifa del IRS es para pagos en dólares. Si te pagan en otra moneda, pon tu propio costo por milla.',
          },
        ],
      },
      hours: {
        ask: '¿Cómo funcionan el tiempo para llegar y el horario?',
        answer: [
          'El tiempo para llegar es lo que tardas hasta la [estación]: las ofertas que empiezan antes se descartan. 0 = a cualquier hora.',
          { only: ['courier'], text: 'No cuenta para los pedidos: empiezan al aceptarlos.' },
          'El horario puede pasar de medianoche: el viernes de 8 p. m. a 2 a. m. termina el sábado de madrugada. Un [bloque] debe empezar dentro de tus horas; un botón pide que también termine dentro.',
          { only: ['amazon'], text: 'El horario de una sola estación termina a medianoche.' },
        ],
      },
      what_if: {
        ask: '¿Puedo probar un filtro antes de que el bot acepte algo?',
        answer: [
          '- Mientras editas: “Habrías ganado 8 de las últimas 200” cuenta las ofertas que tus [estaciones] mostraron de verdad, y dice qué regla descarta más.',
          '- Antes de guardar: la revisión del filtro nombra las reglas que nunca se cumplen.',
          '- Solo mirar: el bot revisa ofertas en vivo hasta por una semana y no acepta ninguna.',
        ],
      },
      guards: {
        ask: '¿Qué son las protecciones y “Pregúntame”?',
        answer: [
          'Con las protecciones el bot descansa si se te van varias ofertas o devuelves varios [bloques], se detiene en tu meta de la semana y deja tiempo para manejar entre dos [bloques]. Nunca acepta dos a la misma hora.',
          'Con “Pregúntame” te preguntamos por una oferta que casi encaja. Tienes un minuto; sin respuesta se rechaza.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

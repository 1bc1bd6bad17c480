import type { offersQuestions as english } from '../../en/help/questions-offers.ts'
import type { Translated } from '../../help.ts'

export const offersQuestions = {
  offers: {
    title: 'Ofertas',
    questions: {
      ignored: {
        ask: '¿Por qué se descartó una oferta?',
        answer: [
          'Tócala en Inicio o en Historial: ves cada regla, y con un toque más la cambias.',
          '- Empieza muy pronto para llegar.',
          '- Pago bajo: menos que tu mínimo, o más que tu máximo.',
          '- Horario: fuera de tus horas, en una [estación] desactivada, se cruza con un [bloque] o pasa de un límite.',
          'Historial guarda las ofertas 90 días, o lo que puso tu operador.',
        ],
      },
      missed: {
        ask: '¿Por qué se me fue una oferta?',
        answer: [
          'El bot intentó aceptarla. Casi siempre otro conductor fue más rápido; o fue el límite de consultas, el límite de horas de la app de reparto o su respuesta tardía. Historial te dice cuál.',
          {
            only: ['courier'],
            text: 'Algunas apps de reparto dejan que dos conductores acepten un pedido, y se lo queda el último. El bot lo revisa y te avisa si lo tenía otro.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: '¿Cómo funcionan las ofertas instantáneas y qué es el ID de dispositivo?',
        answer: [
          'Viajes cortos cerca de ti que empiezan de inmediato. El bot necesita:',
          '- Una ubicación guardada en el mapa.',
          '- El ID de dispositivo del teléfono con tu app de reparto. Soporte lo activa en 24 horas.',
          'Actívalas en Ofertas instantáneas y confirma en tu app de reparto: el bot muestra “+ GPS”.',
          { paid: true, text: 'Cada día que las usas cuesta $2.00.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: '¿Qué pasa cuando no se indica el pago, o es en otra moneda?',
        answer: [
          'En Filtros eliges para los trabajos sin pago indicado:',
          '- Aceptarlo: no se revisa tu mínimo.',
          '- Preguntarme: tienes un minuto para decir que sí.',
          '- Descartarlo.',
          '- Usar mi propia tarifa por hora y milla: una estimación, que lleva un ~.',
          'Nada se convierte: un total suma la moneda de la mayoría de tus trabajos, y dice cuántos deja fuera.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: '¿Qué es la lista de espera y qué hace el bot con ella?',
        answer: [
          'Al primero le toca el turno lleno que alguien devuelve. En Filtros eliges:',
          '- Quedarme en la lista de espera: el bot se postula, te guarda ese horario y te avisa si te lo dan.',
          '- Salir de la lista de espera: el bot descarta los turnos llenos.',
          'Puedes salir de una lista en el calendario. Esperar es gratis y termina cuando empieza el turno.',
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
            text: 'Un pago mínimo, un tiempo para llegar y un horario para todas tus estaciones.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Básico: un pago mínimo, tiempo para llegar y horario para todas las estaciones.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Avanzado: hasta tres ajustes por estación; basta uno.',
          },
          {
            only: ['amazon'],
            paid: true,
            text: '- Profesional: también pago por duración del bloque, pago máximo y tus propios tiempos (4X).',
          },
          {
            only: ['spark'],
            text: 'Tiendas, tipos de viaje, paradas, pago y millas. Un pedido curbside (te lo llevan al carro) tiene hasta 3 paradas; con más cuenta como pedido múltiple.',
          },
          {
            only: ['courier'],
            text: 'Zonas, turnos y pedidos, pago, duración, distancia, horario, listas de espera y habilidades: los trabajos que piden una que no marcaste se descartan.',
          },
          'Los cambios cuentan desde la próxima consulta. Una [estación] que ya no está vuelve a servir cuando regresa.',
        ],
      },
      price: {
        ask: '¿Cómo funcionan las reglas de pago?',
        answer: [
          'Pon un mínimo por hora, por [bloque], o los dos, y si deben cumplirse ambos. 0 = sin mínimo. Un botón cuenta las propinas estimadas; los clientes las pueden cambiar.',
          'El pago neto resta tus millas a la [estación], del viaje y de vuelta: por gasolina, a la tarifa del IRS (72.5 ¢ en 2026) o a la tuya. Es una estimación, no un consejo de impuestos.',
          {
            only: ['courier'],
            text: 'Si no te pagan en dólares, pon tu propio costo por milla.',
          },
        ],
      },
      hours: {
        ask: '¿Cómo funcionan el tiempo para llegar y el horario?',
        answer: [
          'El tiempo para llegar es lo que tardas: las ofertas que empiezan antes se descartan.',
          { only: ['courier'], text: 'No cuenta para los pedidos.' },
          'El horario puede pasar de medianoche: el viernes de 8 p. m. a 2 a. m. termina el sábado. Un [bloque] debe empezar dentro, con un botón también terminar.',
          { only: ['amazon'], text: 'El de una sola estación termina a medianoche.' },
        ],
      },
      what_if: {
        ask: '¿Puedo probar un filtro antes de que el bot acepte algo?',
        answer: [
          '- Mientras editas: “Habrías ganado 8 de las últimas 200” cuenta ofertas reales de tus [estaciones].',
          '- Antes de guardar: una revisión nombra las reglas que nunca se cumplen.',
          '- Solo mirar: ofertas en vivo hasta por una semana, ninguna aceptada.',
        ],
      },
      guards: {
        ask: '¿Qué son las protecciones y “Pregúntame”?',
        answer: [
          'Con las protecciones el bot descansa si se te van varias ofertas o devuelves varios [bloques], se detiene en tu meta semanal y deja tiempo para manejar entre dos [bloques].',
          '“Pregúntame” te consulta una oferta que casi encaja. Sin tu sí en un minuto se rechaza.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

import type { offersQuestions as english } from '../../en/help/questions-offers.ts'
import type { Translated } from '../../help.ts'

export const offersQuestions = {
  offers: {
    title: 'Ofertas',
    questions: {
      ignored: {
        ask: '¿Por qué se descartó una oferta?',
        answer: [
          'Tócala en Inicio o en Historial: ves cada regla, y la cambias con un toque más.',
          '- Empieza muy pronto para llegar.',
          '- Pago: menos que tu mínimo, o más que tu máximo.',
          '- Horario: fuera de tus horas, una [estación] desactivada, un [bloque] a esa hora, o un límite.',
        ],
      },
      missed: {
        ask: '¿Por qué se me fue una oferta?',
        answer: [
          'El bot lo intentó. Casi siempre otro conductor fue más rápido; si no, el límite de consultas, el de horas de la app, o su respuesta tardía. Historial dice cuál.',
          {
            only: ['courier'],
            text: 'Algunas apps dejan que dos conductores acepten un pedido, y se lo queda el último. El bot revisa si otro conductor lo tenía.',
          },
        ],
      },
      instant: {
        only: ['amazon'],
        ask: '¿Cómo funcionan las ofertas instantáneas y qué es el ID de dispositivo?',
        answer: [
          'Viajes cortos cerca de ti que empiezan de inmediato. Necesitan:',
          '- Una ubicación guardada en el mapa.',
          '- El ID de dispositivo del teléfono con tu app de reparto; soporte lo activa en 24 horas.',
          'Actívalas en Ofertas instantáneas y confirma en tu app de reparto: “+ GPS”.',
          { paid: true, text: 'Cada día con ellas cuesta $2.00.' },
        ],
      },
      unknown_pay: {
        only: ['courier'],
        ask: '¿Qué pasa cuando no se indica el pago, o es en otra moneda?',
        answer: [
          'En Filtros eliges:',
          '- Aceptarlo: sin tu mínimo.',
          '- Preguntarme: en un minuto.',
          '- Descartarlo.',
          '- Usar mi propia tarifa por hora y milla: una estimación, con un ~.',
          'Nada se convierte: los totales suman tu moneda principal y dicen lo que dejan fuera.',
        ],
      },
      wait_list: {
        only: ['courier'],
        ask: '¿Qué es la lista de espera y qué hace el bot con ella?',
        answer: [
          'Al primero le toca el turno lleno que alguien devuelve. En Filtros elige:',
          '- Quedarme en la lista de espera: el bot se postula, guarda ese horario y te avisa.',
          '- Salir de la lista de espera: descarta los turnos llenos.',
          'Sal de una lista en el calendario. Esperar es gratis y termina cuando empieza el turno.',
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
            text: 'Un pago mínimo, un tiempo para llegar y un horario para todas las estaciones.',
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
            text: '- Profesional: también pago por duración, pago máximo y tus propios tiempos (4X).',
          },
          {
            only: ['spark'],
            text: 'Tiendas, tipos de viaje, paradas, pago y millas. Curbside (te lo llevan al carro) tiene hasta 3 paradas; con más es pedido múltiple.',
          },
          {
            only: ['courier'],
            text: 'Zonas, turnos y pedidos, pago, duración, distancia, horario, listas de espera y habilidades: los trabajos que piden otras se descartan.',
          },
          'Los cambios cuentan desde la próxima consulta.',
        ],
      },
      price: {
        ask: '¿Cómo funcionan las reglas de pago?',
        answer: [
          'Pon un mínimo por hora, por [bloque], o los dos, y si deben cumplirse ambos. 0 = sin mínimo. Un botón cuenta las propinas estimadas, que los clientes pueden cambiar.',
          'El pago neto resta tus millas de ida, del viaje y de vuelta: gasolina, la tarifa del IRS (72.5 ¢ en 2026) o la tuya. Es una estimación, no un consejo de impuestos.',
        ],
      },
      hours: {
        ask: '¿Cómo funcionan el tiempo para llegar y el horario?',
        answer: [
          'Las ofertas que empiezan antes de que puedas llegar se descartan.',
          { only: ['courier'], text: 'Los pedidos no.' },
          'El horario puede pasar de medianoche: el viernes de 8 p. m. a 2 a. m. termina el sábado. Un [bloque] debe empezar dentro, con un botón también terminar.',
          { only: ['amazon'], text: 'El de una sola estación termina a medianoche.' },
        ],
      },
      what_if: {
        ask: '¿Puedo probar un filtro antes de que el bot acepte algo?',
        answer: [
          '- Mientras editas: “Habrías ganado 8 de las últimas 200”, ofertas reales de tus [estaciones].',
          '- Antes de guardar: reglas que nunca se cumplen.',
          '- Solo mirar: ofertas en vivo hasta por una semana, ninguna aceptada.',
        ],
      },
      guards: {
        ask: '¿Qué son las protecciones y “Pregúntame”?',
        answer: [
          'Con las protecciones el bot descansa si se te van varias ofertas o devuelves varios [bloques], se detiene en tu meta semanal y deja tiempo para manejar.',
          '“Pregúntame” te consulta ofertas que casi encajan: sin tu sí en un minuto se rechazan.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

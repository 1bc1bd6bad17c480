import type { extrasQuestions as english } from '../en/questions-extras.ts'
import type { Translated } from '../model.ts'

export const extrasQuestions = {
  extras: {
    title: 'Por qué, qué pasaría, qué sigue',
    questions: {
      what_if: {
        ask: '¿Qué quiere decir “21 de las últimas 200 ofertas cumplen”?',
        answer: [
          'Mientras editas un filtro, se compara con las ofertas que tus estaciones mostraron de verdad. Ves al momento cuántas habrían cumplido, cuánto pagaban y qué regla sola deja fuera a más.',
          'El historial solo guarda ofertas: ningún conductor, ningún bloque, nada tuyo ni de nadie.',
        ],
      },
      check: {
        ask: '¿Qué es la revisión del filtro?',
        answer: [
          'Las reglas que nunca se pueden cumplir, o que se contradicen, se señalan antes de guardar, con la regla que hay que cambiar. Puedes guardar de todos modos.',
        ],
      },
      shadow: {
        ask: '¿Puedo probar un filtro sin aceptar nada?',
        answer: [
          'Sí: el modo de solo mirar. El bot juzga en el mercado en vivo, un minuto o una semana, y nunca acepta. Al final ves por qué ofertas habría ido. Si habría sido lo bastante rápido, nadie lo puede saber.',
        ],
      },
      ask: {
        ask: '¿Qué es “Pregúntame”?',
        answer: [
          'Un paso entre tomar y dejar: una oferta a la que le falta poco para cumplir tu filtro se te muestra, y tienes un minuto para tomarla o dejarla. Sin respuesta se deja.',
        ],
      },
      guards: {
        ask: '¿Qué hacen los límites de cuidado?',
        answer: [
          '- Pausa después de varias ofertas perdidas seguidas, o de bloques que devolviste.',
          '- Parada cuando los bloques de la semana llegan a tu meta.',
          '- Dejar el tiempo de camino entre dos bloques.',
          '- Las horas por día y por semana están en tus límites.',
        ],
      },
      net: {
        ask: '¿Cómo se calcula el pago neto?',
        answer: [
          'Millas: el camino de tu ubicación guardada a la estación y de vuelta, calculado por carretera, y las millas del viaje o tantas por cada hora. Una milla cuesta su gasolina, o la tarifa del IRS: 67 ¢ en 2024, 70 ¢ en 2025, 72.5 ¢ en 2026.',
          'Es un cálculo aproximado, no un consejo de impuestos.',
        ],
      },
      forecast: {
        ask: '¿Cómo sabe el bot cuándo llegan las ofertas?',
        answer: [
          'Aprende de lo que mostraron tus estaciones, minuto a minuto, y olvida despacio. El pronóstico muestra las horas de la semana como un mapa de calor y sugiere horas para el inicio automático. Con eso mismo gasta las solicitudes donde es probable que haya ofertas.',
        ],
      },
      recap: {
        ask: '¿Qué hay en el resumen?',
        answer: [
          'Una semana: lo que se ofreció, se ganó, se perdió y se dejó, el pago por día, hora y estación, lo que se escapó y por qué, y lo que habría traído un cambio de tu filtro. Lo puedes imprimir o guardar.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

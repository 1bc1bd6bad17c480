import type { extrasQuestions as english } from '../en/questions-extras.ts'
import type { Translated } from '../model.ts'

export const extrasQuestions = {
  extras: {
    title: 'Por qué, qué pasaría, qué sigue',
    questions: {
      what_if: {
        ask: '¿Qué quiere decir “Habrías ganado 8 de las últimas 200”?',
        answer: [
          'Mientras editas un filtro, se revisa con las ofertas que tus [estaciones] mostraron de verdad: cuántas habrías ganado sin que se crucen, cuánto pagaban y qué regla descarta más.',
          'Ese historial solo tiene ofertas, nada de ningún conductor.',
        ],
      },
      check: {
        ask: '¿Qué es la revisión del filtro?',
        answer: [
          'Antes de guardar, muestra las reglas que nunca se cumplen o que se contradicen, y qué cambiar. Puedes guardar de todos modos.',
        ],
      },
      shadow: {
        ask: '¿Puedo probar un filtro sin aceptar nada?',
        answer: [
          'Sí: solo mirar. El bot revisa ofertas en vivo, un minuto o hasta una semana, y nunca acepta ninguna. Al final ves cuáles habría intentado aceptar. Si habría sido lo bastante rápido, no se puede saber.',
        ],
      },
      ask: {
        ask: '¿Qué es “Pregúntame”?',
        answer: [
          'Cuando una oferta casi encaja en tu filtro, te preguntamos. Tienes un minuto para aceptarla o rechazarla. Sin respuesta se rechaza.',
          {
            only: ['courier'],
            text: 'También te preguntamos por trabajos sin pago indicado, si tu filtro lo pide.',
          },
        ],
      },
      guards: {
        ask: '¿Qué hacen las protecciones?',
        answer: [
          '- El bot descansa cuando se te van varias ofertas seguidas o cuando devuelves [bloques].',
          '- Se detiene cuando los [bloques] de la semana llegan a tu meta.',
          '- Deja tiempo para manejar entre dos [bloques].',
          '- Las horas al día y a la semana están en Tus límites.',
        ],
      },
      net: {
        ask: '¿Cómo se calcula el pago neto?',
        answer: [
          'Millas: el camino de tu ubicación guardada a la [estación] y de vuelta, calculado por carretera, más las millas del viaje o cierta cantidad por hora. Una milla cuesta su gasolina, la tarifa del IRS (67 ¢ en 2024, 70 ¢ en 2025, 72.5 ¢ en 2026) o lo que tú digas que cuesta.',
          {
            only: ['courier'],
            text: 'La tarifa del IRS es en dólares y solo vale para lo que te pagan en dólares. Si te pagan en otra moneda, pon tu propio costo por milla en Pago neto; hasta entonces no se sabe lo que queda después de las millas.',
          },
          'Es un cálculo aproximado, no un consejo de impuestos.',
        ],
      },
      forecast: {
        ask: '¿Cómo sabe el bot cuándo llegan las ofertas?',
        answer: [
          'Aprende de lo que mostraron tus [estaciones], minuto a minuto; los días nuevos cuentan más. El pronóstico muestra las horas de la semana y sugiere horas para el arranque automático. El bot también busca más cuando es probable que haya ofertas.',
        ],
      },
      recap: {
        ask: '¿Qué hay en el resumen?',
        answer: [
          'Tu semana: las ofertas aceptadas, las que se te fueron y las descartadas, el pago por día, hora y [estación], por qué se te fueron, y lo que pudiste ganar con otro filtro. Lo puedes imprimir o guardar.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

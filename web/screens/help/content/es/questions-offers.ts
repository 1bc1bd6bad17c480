import type { offersQuestions as english } from '../en/questions-offers.ts'
import type { Translated } from '../model.ts'

export const offersQuestions = {
  offers: {
    title: 'Ofertas',
    questions: {
      ignored: {
        ask: '¿Por qué se ignoró una oferta?',
        answer: [
          'Tócala en Inicio o en el registro: ahí está cada regla de tu filtro con el valor de la oferta y tu límite, primero la que falló. Un toque más te lleva a ese ajuste.',
          'Ignorada por tiempo: empieza antes de que puedas llegar. Ignorada por precio: paga menos de lo que pides, o más que tu máximo. Ignorada por horario: fuera de tus horas, en una estación apagada o sobre un bloque que ya tienes.',
        ],
      },
      missed: {
        ask: '¿Por qué se perdió una oferta?',
        answer: [
          'Encajaba en tu filtro, el bot la pidió y no la consiguió:',
          '- Otro conductor fue más rápido. Es la razón de siempre.',
          '- Se cruza con un bloque que tienes, o se acabaron tus horas en la app de entregas.',
          '- Se acabó el límite de solicitudes, o la app de entregas no respondió a tiempo.',
          'El registro dice cuál fue, y en cuántos milisegundos respondió el bot.',
        ],
      },
      overlap: {
        ask: '¿Puede aceptar dos bloques a la misma hora?',
        answer: [
          'No. Una oferta que se cruza con un bloque tuyo se deja. Y cada oferta se pide una vez como mucho, aunque un servidor caiga en ese momento: después se leen otra vez tus bloques y se comparan.',
        ],
      },
      budget: {
        ask: '¿Qué es el límite de solicitudes?',
        answer: [
          'La plataforma permite cierta cantidad de solicitudes por hora a cada conductor. La barra de Inicio muestra cuántas van. El bot guarda algunas para aceptar, y baja el ritmo antes de que se acaben.',
        ],
      },
      tips: {
        ask: '¿Cuentan las propinas?',
        answer: [
          'Algunas ofertas traen una propina estimada. En tu filtro eliges si cuenta como pago. Es una estimación de la app de entregas: lo que al final dan los clientes puede ser más o menos.',
        ],
      },
      instant: {
        only: 'amazon',
        ask: '¿Cómo funcionan las ofertas instantáneas?',
        answer: [
          'Son viajes cortos cerca de ti que empiezan ya. El bot necesita una ubicación guardada en el mapa y un id de dispositivo activado por soporte. Al arrancar eliges regulares, regulares e instantáneas, o solo instantáneas.',
          'La función de ubicación cuesta $2.00 por cada día en que se usa.',
          'Enciéndelas en Ofertas instantáneas y confírmalo en tu app de entregas; entonces el bot muestra “+ GPS”.',
        ],
      },
      device: {
        only: 'amazon',
        ask: '¿Qué es el id de dispositivo y cómo lo activo?',
        answer: [
          'Las ofertas instantáneas necesitan el id del teléfono donde corre tu app de entregas. Escribe a soporte con el tema “cuenta de la app”; una persona lo activa en 24 horas o menos.',
        ],
      },
      history: {
        ask: '¿Dónde veo las ofertas viejas?',
        answer: [
          'En Registros: por resultado, día, estación y texto, con un archivo para guardar. Las líneas se guardan 90 días, salvo que el operador de tu servicio haya elegido otro plazo.',
          'Con el registro en vivo apagado, solo se ve y se guarda aquello por lo que va el bot y los cambios de estado. Las ofertas que deja se cuentan para el resumen, pero no están en Registros, y después nadie puede ver las razones. Lo mismo pasa con las ofertas dejadas por su precio, si tu filtro las oculta.',
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
          '- Básico: tus estaciones, con un precio, un tiempo para llegar y un horario para todas.',
          '- Avanzado: cada estación con hasta tres ajustes y su propio horario.',
          '- Profesional: todo eso, un precio por cada duración de bloque, rangos de precio y tu propia velocidad 4X.',
          'En spark todos tienen un filtro de tiendas, tipos de viaje, paradas y millas; ahí también la velocidad 4X es profesional.',
        ],
      },
      price: {
        ask: '¿Cómo funcionan las reglas de precio?',
        answer: [
          'Puedes pedir un mínimo por hora, un mínimo en total, o los dos. Con los dos eliges si deben cumplirse ambos o basta uno. Cero significa: no se usa.',
          'También puede haber un máximo; déjalo vacío si no quieres.',
        ],
      },
      arrival: {
        ask: '¿Qué es el tiempo para llegar?',
        answer: [
          'Los minutos que necesitas para llegar a la estación. Una oferta que empieza antes se ignora por tiempo. Cero significa: no se usa.',
        ],
      },
      midnight: {
        ask: '¿Mi horario puede pasar de medianoche?',
        answer: [
          'Sí, el horario para todas las estaciones puede: de 8 p. m. a 2 a. m. el viernes significa el viernes por la noche y las dos primeras horas del sábado. El de una sola estación no puede: el inicio va antes del fin.',
          'Las horas se leen en tu zona horaria y son correctas los días en que cambia el reloj.',
        ],
      },
      inside: {
        ask: '¿El bloque tiene que terminar dentro de mi horario?',
        answer: [
          'Solo si quieres. Normalmente un bloque encaja si empieza dentro de tus horas; hay un interruptor en el filtro para que también termine dentro.',
        ],
      },
      running: {
        ask: '¿Puedo cambiar el filtro con el bot en marcha?',
        answer: [
          'Sí. Lo que guardas cuenta desde la próxima solicitud, un segundo después. La velocidad de una corrida se queda como estaba al arrancar. Cada vez que guardas hay una versión nueva, y cada oferta recuerda con cuál se juzgó.',
        ],
      },
      three: {
        ask: '¿Cuántos ajustes puede tener una estación?',
        answer: [
          'Tres como mucho, cada uno con su precio, su tiempo para llegar y su horario. Basta con que uno encaje.',
        ],
      },
      rests: {
        ask: '¿Puede descansar cuando gano un bloque o mientras entrego?',
        answer: [
          'Sí, los dos son interruptores del filtro: dormir después de ganar, los minutos que digas, y dormir durante una entrega. Otro cierra tu sesión en la app de entregas del teléfono al arrancar.',
        ],
      },
      trips: {
        ask: '¿Cómo funcionan las paradas y las millas en spark?',
        answer: [
          'Un pedido en la acera tiene 3 paradas como mucho; con más cuenta como pedido múltiple. Para cada tipo pones un pago mínimo y un máximo de paradas.',
          'Las millas van por escalones: hasta tantas millas paga al menos tanto. Un escalón no puede tener menos millas que el anterior.',
        ],
      },
      sync: {
        ask: '¿Qué hace Sincronizar con mi filtro?',
        answer: [
          'Sincronizar lee otra vez las estaciones de tu cuenta de la app de entregas, después de preguntarte. Tu filtro se queda. Una estación que ya no está se marca en él y el bot no la toca; cuando vuelve, sus ajustes cuentan otra vez. Solo se borra un filtro del que no queda ninguna estación, y puedes recuperarlo.',
        ],
      },
    },
  },
} as const satisfies Translated<typeof english>

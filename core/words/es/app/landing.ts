import type { landing as source } from '../../en/app/landing.ts'
import { translate } from '../../model.ts'

export const landing = translate<typeof source>()({
  'landing.title': 'Madruga: acepta los {blocks} de entrega que quieres',
  'landing.description':
    'Define pago, horas y {stations} una vez. Madruga acepta lo que encaja, y dice por qué descartó lo demás.',
  'landing.sign_in': 'Iniciar sesión',
  'landing.hello': 'Los {blocks} que quieres, aceptados mientras duermes.',
  'landing.picture': 'El inicio con el bot en marcha: próximo bloque y últimas ofertas.',
  'landing.what': 'Madruga acepta en un segundo las ofertas que encajan, y dice por qué descartó las demás.',
  'landing.register': 'Crear una cuenta',
  'landing.try': 'Pruébalo con dinero de juego en 60 segundos',
  'landing.register_note': 'Gratis. Ves cada precio antes de pagar.',
  'landing.register_free': 'Registrarse y ganar es gratis.',

  'landing.live': 'Ofertas que se revisan ahora',
  'landing.live_text':
    'Filtro de ejemplo: {per_hour} por hora o más sin propinas, inicio de {from} a {to}, {arrival} minutos para llegar.',
  'landing.live_trips':
    'Filtro de ejemplo: {curbside} por curbside (te lo llevan al carro), {shopping} por compras, {multiple} por varios pedidos, {trip_arrival} minutos para llegar.',
  'landing.live_simulated': 'Del mercado, una app de reparto simulada.',
  'landing.live_none': 'Sin ofertas desde hace un día.',
  'landing.live_loading': 'Cargando ofertas',
  'landing.live_failed': 'No se pudieron cargar las ofertas.',
  'landing.live_no_script': 'Activa JavaScript para ver ofertas.',
  'landing.fits': 'Encaja',
  'landing.skipped': 'Descartada',
  'landing.by_hour': '{pay} por hora',
  'landing.why.fits': '{pay} por hora: encaja.',
  'landing.why.fits_trip': '{pay} por el viaje: encaja.',
  'landing.why.pay': '{value} por hora es menos que {limit}.',
  'landing.why.trip': '{value} es menos que {limit} para este tipo.',
  'landing.why.hours': 'Fuera de las horas del filtro.',
  'landing.why.soon': 'En {value} min: muy pronto para llegar.',
  'landing.why.pay_unknown': 'Pago no indicado: preguntaría primero.',
  'landing.pay_unknown': 'No indicado',
  'landing.why.other': 'No encaja en el filtro.',
  'landing.ago': 'vista hace {time}',
  'landing.just_now': 'recién vista',

  'landing.near': 'Lo que habría ganado cerca de ti',
  'landing.near_text': 'El mismo filtro cerca de ti por {days} días: lo que un conductor pudo trabajar.',
  'landing.zip': 'Código postal (ZIP)',
  'landing.near_go': 'Ver',
  'landing.near_busy': 'Buscando',
  'landing.near_blocks': {
    one: '{count} bloque, {hours}',
    many: '{count} de bloques, {hours}',
    other: '{count} bloques, {hours}',
  },
  'landing.near_trips': {
    one: '{count} viaje, {hours}',
    many: '{count} de viajes, {hours}',
    other: '{count} viajes, {hours}',
  },
  'landing.near_jobs': {
    one: '{count} trabajo, {hours}',
    many: '{count} de trabajos, {hours}',
    other: '{count} trabajos, {hours}',
  },
  'landing.near_won':
    'cerca de {city}, {state}, {week} a la semana como máximo: de {considered} ofertas a menos de {miles} millas en {days} días, {fit} encajan.',
  'landing.near_none':
    'De {considered} ofertas a menos de {miles} millas de {city}, {state}, en {days} días, ninguna encaja.',
  'landing.near_unseen': 'Sin ofertas a menos de {miles} millas de {city}, {state}, en {days} días.',
  'landing.near_nearest': 'Más cerca: {city}, {state}, a {miles} millas.',
  'landing.near_limits': 'Espera menos: los rivales ganan algunas.',
  'landing.app': 'Manejo para',
  'landing.app_amazon': 'bloques tipo Flex',
  'landing.app_spark': 'viajes tipo Spark',
  'landing.app_courier': 'una cooperativa (en prueba)',

  'landing.prices': 'Cuánto cuesta',
  'landing.basic': 'Básico',
  'landing.basic_amazon': '{block} por bloque ganado.',
  'landing.basic_spark': 'De {trip_least} a {trip_most} por viaje ganado.',
  'landing.basic_courier': 'En Mensajería no se paga nada.',
  'landing.basic_week': 'Una factura por semana.',
  'landing.advanced': 'Avanzado',
  'landing.advanced_text': '{advanced} por semana, por adelantado: tres ajustes por estación.',
  'landing.professional': 'Profesional',
  'landing.professional_text':
    '{professional} por semana, por adelantado: también pago por duración, tus horarios de búsqueda.',
  'landing.extras':
    'En el Básico, un día de ofertas instantáneas cuesta {instant_day}, un check-in {check_in} en una semana sin nada ganado.',

  'landing.questions': 'Antes de registrarte',
  'landing.allowed': '¿Lo permiten las apps de reparto?',
  'landing.allowed_text': 'La mayoría prohíbe los bots. Madruga trabaja solo con apps que lo autorizan.',
  'landing.allowed_market': 'Hasta hoy es su propio mercado, simulado.',
  'landing.allowed_courier':
    'Los conductores conectan el CoopCycle o Fleetbase de un operador que lo autoriza: ambos en prueba, aún sin operador.',
  'landing.allowed_more': 'No imita apps, no evade detección y espera mientras tú resuelves los captchas.',
  'landing.password': '¿Cómo se guarda la contraseña de mi app de reparto?',
  'landing.password_text':
    'Cifrada con AES-256-GCM, con su clave aparte, nunca se muestra y se borra al desconectar.',
  'landing.who': '¿Quién opera este servicio?',
  'landing.who_text': '{operator} opera este servicio.',
  'landing.who_contact': 'Contacto: {contact}',
  'landing.who_unknown': 'El operador aún no da su nombre: no pongas la contraseña de una cuenta real.',
  'landing.terms': 'Términos y condiciones',
  'landing.privacy': 'Política de privacidad',
  'landing.script': 'Para iniciar sesión necesitas JavaScript: actívalo y recarga.',

  'error.landing.zip_invalid': 'Escribe un código postal de cinco dígitos.',
  'error.landing.zip_unknown': 'Desconocido. Prueba un código postal cercano.',
})

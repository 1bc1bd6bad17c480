export const forecast = {
  'forecast.week': 'Cuándo se publican las ofertas',
  'forecast.station': 'Estación',
  'forecast.all': 'Todas mis estaciones',
  'forecast.say': 'La mayoría se publica el {day} de {from} a {to}: unas {offers} por hora.',
  'forecast.none': 'Todavía no se vio publicar ninguna.',
  'forecast.thin': {
    one: 'Aprendido de un solo día. Confía a partir de unos {enough} días.',
    many: 'Aprendido de {count} de días hasta ahora. Confía a partir de unos {enough} días.',
    other: 'Aprendido de {count} días hasta ahora. Confía a partir de unos {enough} días.',
  },
  'forecast.nothing': {
    one: 'Aún no hay nada aprendido. Deja que tu bot busque un día y vuelve a mirar.',
    many: 'Aún no hay nada aprendido. Deja que tu bot busque: en unos {count} de días verás aquí cuándo conviene.',
    other:
      'Aún no hay nada aprendido. Deja que tu bot busque: en unos {count} días verás aquí cuándo conviene.',
  },
  'forecast.how':
    'Aprendido de lo que vieron todos los bots de aquí; los días nuevos cuentan más y la hora es la de cada estación. Las horas que nadie miró se estiman. Tu bot pregunta más cuando se espera más, con las mismas consultas por hora.',
  'forecast.few': 'Pocas',
  'forecast.many': 'Muchas',
  'forecast.table': 'En una tabla',
  'forecast.caption': 'Ofertas esperadas por hora, según hora y día',
  'forecast.hour': 'Hora',
  'forecast.times': 'Mejores horas para buscar',
  'forecast.times_say': 'Deja que tu bot arranque solo y tú duerme.',
  'forecast.times_thin': 'Todavía aprendiendo. Cuando conozca tus estaciones, aquí verás sus mejores horas.',
  'forecast.times_flat': 'Tus estaciones publican parejo todo el día: ninguna hora destaca.',
  'forecast.every_day': 'Todos los días',
  'forecast.share': '{percent}% de las ofertas de la semana',
  'forecast.autostart': 'Arrancar solo a las {time}',
  'forecast.no_stations': 'Aún no hay estaciones',
  'forecast.no_stations_say':
    'Aprendemos cuándo publican tus estaciones. Conecta tu cuenta de la app de entregas para traerlas.',
  'forecast.connect': 'Conectar cuenta',
} as const

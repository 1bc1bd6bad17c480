import type { LanguageWords } from '../language.ts'

/** Spanish of the United States. */
export const es: LanguageWords = {
  name: 'Español',
  locale: 'es-US',
  isReviewed: true,
  figures: { group: ',', decimal: '.', dollars: (figure) => `$${figure}` },
  twins: {
    spark: { bloque: 'viaje', bloques: 'viajes', estación: 'tienda', estaciones: 'tiendas' },
    courier: { bloque: 'trabajo', bloques: 'trabajos', estación: 'zona', estaciones: 'zonas' },
  },
  plurals: { blocks: '[bloques]', stations: '[estaciones]' },
  pay: {
    unknown: 'pago no indicado',
    byRate: 'según tu tarifa',
    tip: (money) => `~${money} de propina`,
    about: 'unos',
    plus: (money) => `más unos ${money} de propina`,
  },
  device: { both: (browser, system) => `${browser} en ${system}`, unknown: 'Dispositivo desconocido' },
  first: () => import('./first.ts'),
  parts: () => import('./parts.ts'),
}

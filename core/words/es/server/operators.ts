import { LEAST_MEMBERS } from '../../../house-report.ts'
import type { IncidentPhrases, ReportPhrases } from '../../server-words.ts'

/** What bots did at a platform in a month. */
export const report: ReportPhrases = {
  title: (name, month) => `Lo que hizo el bot en ${name}, ${month}`,
  shifts: (bots, people) => `Turnos que tomaron los bots: ${bots}. Tomados a mano o asignados: ${people}.`,
  spread: ({ least, median, most }) => `mínimo ${least} h, mediana ${median} h, máximo ${most} h`,
  withBot: (members, spread) => `Miembros con bot: ${members}; sus horas: ${spread}.`,
  withoutBot: (members, spread) => `Miembros sin bot: ${members}; sus horas: ${spread}.`,
  few: `no se muestran si son menos de ${LEAST_MEMBERS} miembros`,
  rules: (list) => `Reglas vigentes: ${list}.`,
  noRules: 'No hay reglas de la cooperativa vigentes.',
  limits: {
    headStartMinutes: (limit) => `las personas van primero por ${limit} minutos`,
    allowanceHours: (limit) => `${limit} h de turnos por venir como máximo`,
    maxHoursPerDay: (limit) => `${limit} h al día como máximo`,
    maxHoursPerWeek: (limit) => `${limit} h a la semana como máximo`,
    restHoursBetweenDays: (limit) => `${limit} h de descanso entre dos días`,
    restHoursPerWeek: (limit) => `${limit} h de descanso seguidas a la semana`,
    waitListPlaces: (limit) => `${limit} lugares en listas de espera como máximo`,
  },
  turns: 'los turnos se reparten por orden entre los miembros',
  requests: (count) => `Consultas que hicieron los bots: ${count}.`,
  uncounted: 'Ese mes no se contaron las consultas.',
  about:
    'Solo cuentan los miembros conectados a Madruga, por los turnos que empiezan en el mes. Este informe no tiene nombres ni pagos.',
  open: 'Ábrelo en la consola',
}

/** What is wrong with the service. */
export const incidents: IncidentPhrases = {
  kinds: {
    killed: () => 'El interruptor general está activado.',
    starts_closed: () => 'Los inicios están cerrados.',
    not_writable: () => 'La base de datos no guarda nada.',
    no_workers: (count) => `No hay ningún proceso de búsqueda; bots sin proceso: ${count}.`,
    silent_bots: (count) => `Bots en marcha que no envían consultas: ${count}.`,
    stuck_bots: (count) => `Bots atascados en un estado: ${count}.`,
    starts_wait: (count) => `Bots que esperan para iniciar: ${count}.`,
    platform_silent: () => 'La plataforma no responde.',
    gateway_silent: () => 'El proveedor de pagos no responde.',
    books_differ: (count) => `Diferencias en la conciliación: ${count}.`,
    job_fails: (count) => `Una tarea periódica falló ${count} veces seguidas.`,
    job_late: () => 'Una tarea periódica perdió sus turnos.',
    sender_refused: (count) =>
      `Mensajes que el proveedor de telefonía rechaza por nuestro número o nuestra cuenta: ${count}.`,
    messages_fail: (count) => `Mensajes que fallaron en una hora: ${count}.`,
    messages_wait: (count) => `Mensajes por enviar: ${count}.`,
    starts_late: (count) => `Arranques automáticos que llegaron tarde hoy: ${count}.`,
    support_late: (count) => `Solicitudes de soporte atrasadas: ${count}.`,
    platform_withdrew: (count) => `Plataformas que ya no confirman este servicio: ${count}.`,
    backup_old: () => 'La última copia de seguridad es muy vieja.',
    disk_full: () => 'El disco está casi lleno.',
  },
  wrong: (count) => (count === 1 ? 'Algo anda mal' : `${count} cosas andan mal`),
  over: 'Todo volvió a la normalidad',
  test: {
    title: 'Prueba de avisos del operador',
    text: 'Pediste una prueba. Los avisos sobre el servicio te llegan aquí.',
  },
  overLine: (line) => `Resuelto: ${line}`,
  open: 'Abrir el panorama',
}

import type { IncidentKind } from '@madruga/core/incidents.ts'
import type { TemplateParams, ToldIncident } from '../model.ts'
import { fitSms } from './gsm.ts'
import type { Language, Said } from './model.ts'

/** The texts about incidents of one language. */
type IncidentPhrases = {
  kinds: Record<IncidentKind, (count: number) => string>
  wrong(count: number): string
  over: string
  test: { title: string; text: string }
  overLine(line: string): string
  open: string
}

const ENGLISH: IncidentPhrases = {
  kinds: {
    killed: () => 'The kill switch is on.',
    starts_closed: () => 'Starts are closed.',
    not_writable: () => 'The database stores nothing.',
    no_workers: (count) => `No worker is running; bots without one: ${count}.`,
    silent_bots: (count) => `Bots that are Running and send no requests: ${count}.`,
    stuck_bots: (count) => `Bots stuck in one state: ${count}.`,
    starts_wait: (count) => `Bots waiting for a worker to start them: ${count}.`,
    platform_silent: () => 'The platform does not answer.',
    gateway_silent: () => 'The payment provider does not answer.',
    books_differ: (count) => `Differences found by reconciliation: ${count}.`,
    job_fails: (count) => `A recurring job failed ${count} times in a row.`,
    job_late: () => 'A recurring job has missed its turns.',
    sender_refused: (count) =>
      `Messages that the phone provider refuses because of our number or account: ${count}.`,
    messages_fail: (count) => `Messages that failed within an hour: ${count}.`,
    messages_wait: (count) => `Messages waiting to be sent: ${count}.`,
    starts_late: (count) => `Autostarts that came too late today: ${count}.`,
    support_late: (count) => `Overdue support requests: ${count}.`,
    platform_withdrew: (count) => `Platforms that no longer confirm this service: ${count}.`,
    backup_old: () => 'The last backup is too old.',
    disk_full: () => 'The disk is nearly full.',
  },
  wrong: (count) => (count === 1 ? 'Something is wrong' : `${count} things are wrong`),
  over: 'Back to normal',
  test: {
    title: 'Test of operator alerts',
    text: 'You asked for a test. Alerts about the service reach you here.',
  },
  overLine: (line) => `Over: ${line}`,
  open: 'Open the overview',
}

const SPANISH: IncidentPhrases = {
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

const SMS_SEGMENTS = 2

/** What is wrong with the service, for an operator; nothing wrong and nothing over is a test. */
export function sayIncidents(language: Language, { wrong, over }: TemplateParams['incidents']): Said {
  const phrases = language === 'es' ? SPANISH : ENGLISH
  const say = ({ kind, count }: ToldIncident) => phrases.kinds[kind](count ?? 0)
  const lines = [...wrong.map(say), ...over.map((each) => phrases.overLine(say(each)))]
  const isTest = lines.length === 0
  const title = isTest ? phrases.test.title : wrong.length > 0 ? phrases.wrong(wrong.length) : phrases.over
  const paragraphs = isTest ? [phrases.test.text] : lines
  const whole = `${title}. ${paragraphs.join(' ')}`
  return {
    title,
    paragraphs,
    sms: fitSms(`Madruga: ${whole}`, SMS_SEGMENTS),
    spoken: whole,
    action: { label: phrases.open, path: '/admin' },
  }
}

import type { GroupPhrases } from '../../news.ts'

/** News of several blocks at once. */
export const groups: GroupPhrases = {
  title: {
    won: (count, hours) => `Ganaste ${count} [bloques] más: ${hours}`,
    waiting: (count, hours) => `${count} [bloques] más por decidir: ${hours}`,
    taken: (count, hours) => `${count} [bloques] más no quedaron para ti: ${hours}`,
    lost: (count, hours) => `${count} [bloques] más ya no son tuyos: ${hours}`,
    changed: (count, hours) => `Cambiaron ${count} [bloques] tuyos más: ${hours}`,
  },
  span: (first, last) => `El primero empieza el ${first} y el último el ${last}.`,
  advice: {
    won: 'Ya son tuyos en tu app de reparto.',
    waiting: 'La app de reparto tiene que decidir. El bot te guarda ese horario.',
    taken: 'Ese horario vuelve a estar libre.',
    lost: 'Ese horario vuelve a estar libre. No vayas; pregunta en la app de reparto si no lo esperabas.',
    changed: 'Los cambió la app de reparto. Revisa tu calendario.',
  },
}

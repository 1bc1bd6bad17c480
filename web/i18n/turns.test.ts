import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readTexts } from './testing.ts'
import type { Text } from './testing.ts'

type Turn = readonly [RegExp, string]

/** These speak to operators, who say platform. */
const OPERATORS = /\/(accounting|admin|console|disputes|headings|instances|operators|records)\.ts$/

/** Words of another vocabulary, and the one that stands for each. */
const VOCABULARY: readonly Turn[] = [
  [/\bhunt(s|ed|ing)?\b/i, 'search'],
  [/\b(parked|warming up|resting|rests)\b/i, "the specification's name of the state, sleep"],
  [/\beditions?\b/i, 'plan'],
  [/\bgiven up\b/i, 'canceled'],
  [/\bcancelled\b/i, 'canceled'],
  [/^(I|You) know\b/, 'Got it, Seen'],
  [/\bzero means\b/i, '0 = no minimum'],
  [/\b(least|most) (per|for a)\b/i, 'minimum, maximum'],
  [/(^|\. )Give (a|an|the|\d|month|two)\b/, 'Enter'],
  [/\bleft( for| by| by your)? (price|schedule|time|filter)\b/i, 'skipped'],
  [/\bignored (for|by)\b/i, 'skipped'],
  [/\bis another( now)?\b/i, 'changed'],
  [/\bpay themselves\b/i, 'autopay'],
  [/\b(it )?crosses a block\b/i, 'overlaps'],
  [/\brequest budget\b/i, 'request limit'],
  [/\breckon(ed|s)?\b/i, 'calculate'],
  [/\bguards?\b/i, 'safety limits'],
  [/\bload again\b/i, 'reload'],
  [/\bdevice id\b/, 'device ID'],
  [/\b(register|registers|registered)\b/, 'sign up'],
  [/\b(authoris|recognis|organis)/i, 'American spelling'],
  [/\bdelivery (account|platform)s?\b/i, 'one name: delivery app'],
  [/\bhuman checks?\b/i, 'delivery apps say security check'],
  [/\b(being )?judged (now|right)\b/i, 'checked'],
  [/\bdrop forecast\b/i, 'When blocks drop'],
  [/\blive log test\b|\bshadow mode\b/i, 'Watch only'],
  [/\btax rate\b/i, 'the IRS rate; a tax rate is of the income'],
  [/\bhours or other limits\b/i, 'schedule'],
  [/\bpay so far this week\b/i, 'Booked this week'],
  [/\bsleep after a win\b/i, 'pause after a win'],
  [/\bfilter.s net pay\b/i, 'your mileage setting'],
  [/\bfill in the demo account\b/i, 'use the demo account'],
  [/\bchange more first\b/i, 'more choices'],
  [/\bthe seven states\b/i, 'what each status means'],
  [/\bnothing to check in\b/i, 'no check-in right now'],
  [/\bat any hour instead\b/i, 'with no limit on hours'],
  [/\balways has everything\b/i, 'you see every alert in the app'],
]

/** Turns that read as translated. */
const TURNS: readonly Turn[] = [
  [/\b(no|some)body\b/i, 'no one, someone, or who it is'],
  [/\bof (its|their|your) own\b/i, 'its own, separate'],
  [/\bby (itself|themselves)\b/i, 'automatically'],
  [/\bmeanwhile\b/i, 'nothing, or in the meantime'],
  [/\bbeside\b/i, 'next to'],
  [/\bso (many|much)\b/i, 'the number'],
  [/\bcomes to\b/i, 'is, costs'],
  [/\b(bot|search|it) goes on\b(?! the)/i, 'continues'],
  [/\b(is|are|was|were|been) told\b/i, 'notified'],
  [/\bany more\b(?! \w+s\b)/i, 'no longer'],
  [/\bcould have (held|had)\b/i, 'would have won'],
  [/\b(its|their) (customer|time is free)\b/i, 'the customer, that time'],
  [/\bbecame of\b|\bthe people who run\b/i, 'a plain sentence'],
  [/\bpay (\$\d+|\{\w+\}) by the\b/i, 'the sum last: by the block it reads as the price of one'],
]

/** Spanish terms have their table, docs/terms.md; these are turns. */
const GIROS: readonly Turn[] = [
  [
    /\b[Pp]aga[sn]? (\$\d+|\{\w+\}) por \[?(bloque|viaje|trabajo)/,
    'la suma al final: por bloque es el precio de uno',
  ],
  [/ofertas?[^.:]*, por (\{pay\}|\$\{pay\})/, 'en total: por se lee como precio'],
  [/\bse aplica solo\b/i, 'automáticamente: solo se lee como solamente'],
  [/\b(podías?|podrías) (haber )?(tenido|tomar)\b/i, 'habrías ganado, no se cruzaban'],
  [/\bintent(a|ó|ado|aría) tomar/i, 'aceptar'],
  [/\bdebe despertar/i, 'si estás dormido'],
  [/\bpor su (propia )?cuenta\b/i, 'solo, automáticamente'],
  [/\bde su propio?\b/i, 'propio'],
  [/\b(remover|aplicar para|aplicación|llenar la solicitud|hacer seguro|checar)\b/i, 'un calco del inglés'],
  [/\bAlguien de la app\b/i, 'la app de reparto'],
  [/\b[Tt]arifa de impuestos\b/, 'la tarifa del IRS'],
  [/\bpronóstico de ofertas\b/i, 'cuándo salen bloques'],
  [/\bsal afuera\b/i, 'sal al aire libre'],
  [/\bDescansa en\b/, 'Pausa en'],
  [/\bcambiar más antes\b/i, 'más opciones'],
  [
    /^(?!Curbside$).*(?<!\{)curbside(?!\}|( \(|, )(que )?te lo llevan al carro)/i,
    'curbside (te lo llevan al carro), en cada lugar',
  ],
  [/\b(ordenador|móvil|vosotros|coger|conducir|vale,)\b/i, 'el español de Estados Unidos'],
]

/** Turns of translated French, and the word of a courier. */
const TOURS: readonly Turn[] = [
  [/(?<!\p{L})(votre|vos|veuillez)(?!\p{L})/iu, 'tu'],
  [/(?<!\p{L})vous(?! (avez autant|utilisez))(?!\p{L})/iu, 'tu; vous deux seulement'],
  [
    /(?<!\p{L})(ci-dessous|afin de|par le biais de|en termes de|adresser un problème)(?!\p{L})/iu,
    'plus bas, pour',
  ],
  [/(?<!\p{L})(supporter|digital|checker|booker|matcher|updater|canceller)(?!\p{L})/iu, 'un anglicisme'],
  [/(?<!\p{L})fait du sens(?!\p{L})/iu, 'a du sens'],
  [/(?<!\p{L})(smartphone|cellulaire)(?!\p{L})/iu, 'téléphone'],
  [/(?<!\p{L})([Cc]liquer?|[Cc]lique|tape[rz]?) (sur|ici)/u, 'touche'],
]

const NBSP = '\u00a0'
/** In a time, an address or the sign of an SMS a colon has no space. */
const BARE = /Madruga: |\d:\d\d|https?:/g
/** A sign of two parts with another space or none before it, and quotes that are not « ». */
const SIGNS = new RegExp(
  `[^${NBSP}!?][:;!?»](?=\\s|$)|[^\\S${NBSP}][:;!?»%€]|«(?!${NBSP})|["“”]|\\p{L}'\\p{L}`,
  'u',
)

function find(texts: readonly Text[], turns: readonly Turn[]): string[] {
  return turns.flatMap(([turn, instead]) =>
    texts.filter(({ text }) => turn.test(text)).map(({ file, text }) => `${instead}: ${file}: ${text}`),
  )
}

/** Not the name of a key or an error. */
function isOfDrivers({ file, text }: Text): boolean {
  return !OPERATORS.test(file) && !/^[a-z_]+(\.[a-z_]+)+$/.test(text)
}

test('no English text has a word of another vocabulary, or a turn that reads as translated', () => {
  const texts = readTexts('en')
  assert.ok(texts.length > 1_500, `${texts.length} texts`)
  assert.deepEqual(find(texts, [...VOCABULARY, ...TURNS]), [])
})

test('no Spanish text has a calque, or a sum whose preposition says something else', () => {
  const texts = readTexts('es')
  assert.ok(texts.length > 1_500, `${texts.length} texts`)
  assert.deepEqual(find(texts, GIROS), [])
})

test('no French text has a calque, or speaks to a driver as vous', () => {
  const texts = readTexts('fr')
  assert.ok(texts.length > 1_500, `${texts.length} texts`)
  assert.deepEqual(find(texts, TOURS), [])
})

test('French signs of two parts have a space that does not break, quotes are « », apostrophes curved', () => {
  const texts = readTexts('fr').map(({ file, text }) => ({
    file,
    text: text.replaceAll(/\$\{[^}]*\}|\{\w+\}/g, 'x').replaceAll(BARE, ''),
  }))
  // A text within a text ends it for `readTexts`: what is left is code.
  const sentences = texts.filter(({ text }) => /\p{Ll} /u.test(text) && !text.includes('${'))
  assert.deepEqual(find(sentences, [[SIGNS, 'a sign']]), [])
  for (const wrong of ['Arrêter ?', 'Prix: 5', 'Dit « non »', "d'accord"]) assert.match(wrong, SIGNS)
})

test('drivers read of a delivery app, never of a platform', () => {
  const texts = [...readTexts('en'), ...readTexts('es'), ...readTexts('fr')].filter(isOfDrivers)
  assert.deepEqual(
    find(texts, [
      [
        /\bplatforms?\b|\bplataformas?\b|\bplateformes?\b/i,
        'delivery app, app de reparto, appli de livraison',
      ],
    ]),
    [],
  )
})

test('the turns are found where they stand', () => {
  const texts = [
    'Pagas {fees} por bloque.',
    'Se aplica solo a tu factura.',
    'Habrías ganado {count} ofertas, por {pay}.',
    'Paga {mostCents} como máximo por bloque',
  ].map((text) => ({ file: '', text }))
  assert.deepEqual(
    find(texts, GIROS).map((line) => line.split(': ')[1]),
    ['por bloque es el precio de uno', 'por se lee como precio', 'solo se lee como solamente'],
  )
})

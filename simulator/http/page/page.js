// The page of the market: draws what /live tells. Everything is written with textContent; nothing is trusted.

const LONGEST_FEEDS = { drivers: 12, crowd: 24 }
const MOST_OFFERS = 60
const COUNTS = [
  ['listed', 'Listed'],
  ['accepted', 'Won by your drivers'],
  ['taken', 'Taken by rivals'],
  ['ended', 'Left unsold'],
  ['returned', 'Given back'],
  ['searches', 'Searches'],
]
const WORDS = {
  taken: 'Taken by',
  accepted: 'Won by',
  released: 'Given back by',
  checked_in: 'Arrived:',
  returned: 'Given back by a rival',
}

const stations = new Map()
const offers = new Map()
const fresh = new Set()
const totals = new Map()
const plates = new Map()
let metros = []
let feeds = { drivers: [], crowd: [] }
let pulse = { counts: {}, drivers: 0, unconfirmed: [] }
/** What the viewer looks at; null until the market says where its drivers are. */
let chosen = null

const find = (id) => document.getElementById(id)
const money = new Intl.NumberFormat('en-US', { style: 'currency', currency: 'USD' })
const whole = new Intl.NumberFormat('en-US')
const formats = new Map()

function make(tag, { text, ...props } = {}, ...children) {
  const element = document.createElement(tag)
  if (text !== undefined) element.textContent = text
  for (const [name, value] of Object.entries(props)) element.setAttribute(name, value)
  element.append(...children)
  return element
}

function formatStart(iso, timeZone) {
  if (!formats.has(timeZone)) {
    formats.set(
      timeZone,
      new Intl.DateTimeFormat('en-US', { weekday: 'short', hour: 'numeric', minute: '2-digit', timeZone }),
    )
  }
  return formats.get(timeZone).format(new Date(iso))
}

function describeOffer(offer) {
  const station = stations.get(offer.stationId)
  const metro = metros.find(({ id }) => id === station?.metroId)
  const minutes = (Date.parse(offer.end) - Date.parse(offer.start)) / 60_000
  const length = minutes >= 60 ? `${Math.round(minutes / 6) / 10} h` : `${minutes} min`
  const perHour = money.format((offer.payCents * 60) / minutes / 100)
  return {
    plate: station?.code || station?.city || '',
    when: `${formatStart(offer.start, metro?.timeZone ?? 'UTC')}, ${length}`,
    pay: money.format(offer.payCents / 100),
    perHour: `${perHour}/h`,
    details: detailsOf(offer, station?.city).filter(Boolean).join(' · '),
  }
}

function detailsOf(offer, city) {
  return [
    offer.kind === 'block' ? city : `${offer.batched ? 'batched ' : ''}${offer.kind}, ${city}`,
    offer.stops && `${offer.stops} ${offer.stops === 1 ? 'stop' : 'stops'}`,
    offer.miles && `${offer.miles} mi`,
    offer.tipCents > 0 && `${money.format(offer.tipCents / 100)} tip`,
  ]
}

function drawCounts() {
  const shown = [...COUNTS.map(([key, name]) => [name, pulse.counts[key] ?? 0]), ['Drivers', pulse.drivers]]
  find('counts').replaceChildren(
    ...shown.map(([name, value]) =>
      make('div', {}, make('dt', { text: name }), make('dd', { text: whole.format(value) })),
    ),
  )
  const refused = Object.entries(pulse.counts.refused ?? {}).sort((a, b) => b[1] - a[1])
  find('refused').replaceChildren(
    ...(refused.length === 0
      ? [make('div', {}, make('dt', { text: 'No one yet' }), make('dd', { text: '0' }))]
      : refused.map(([code, count]) =>
          make(
            'div',
            {},
            make('dt', { text: code.replaceAll('_', ' ') }),
            make('dd', { text: whole.format(count) }),
          ),
        )),
  )
  find('clock').textContent = pulse.now
    ? new Date(pulse.now).toLocaleString('en-US', { dateStyle: 'medium', timeStyle: 'medium' })
    : ''
}

/** Built once for a variant: a button that is replaced under the finger loses its click. */
function buildMetros() {
  totals.clear()
  plates.clear()
  find('metros').replaceChildren(...metros.map(buildMetro))
}

function buildMetro(metro) {
  const own = [...stations.values()].filter(
    (station) => station.metroId === metro.id && station.variant === chosen.variant,
  )
  const total = make('span')
  totals.set(metro.id, { total, stationIds: own.map(({ id }) => id) })
  const signs = own.map((station) => {
    const count = make('i')
    plates.set(station.id, count)
    return make('span', { class: 'plate', title: station.name }, `${station.code || station.city} `, count)
  })
  return make(
    'button',
    { type: 'button', class: 'metro', 'data-metro': metro.id },
    make('strong', {}, metro.name, total),
    make('small', { text: `${metro.state} · ${metro.timeZone.split('/').at(-1).replaceAll('_', ' ')} time` }),
    make('span', { class: 'plates' }, ...signs),
  )
}

function drawMetros() {
  const counts = new Map()
  for (const offer of offers.values()) counts.set(offer.stationId, (counts.get(offer.stationId) ?? 0) + 1)
  for (const [id, plate] of plates) plate.textContent = counts.get(id) ?? 0
  for (const { total, stationIds } of totals.values()) {
    total.textContent = `${stationIds.reduce((sum, id) => sum + (counts.get(id) ?? 0), 0)} offered`
  }
  for (const button of document.querySelectorAll('[data-metro]')) {
    button.setAttribute('aria-pressed', String(button.dataset.metro === chosen.metroId))
  }
}

function drawOffers() {
  const own = [...offers.values()].filter((offer) => {
    const station = stations.get(offer.stationId)
    return station?.metroId === chosen.metroId && station.variant === chosen.variant
  })
  const metro = metros.find(({ id }) => id === chosen.metroId)
  find('offers-title').textContent = `Offered now in ${metro?.name ?? ''}`
  find('offers-count').textContent = String(own.length)
  const rows = own
    .slice(-MOST_OFFERS)
    .toReversed()
    .map((offer) => {
      const { plate, when, pay, perHour, details } = describeOffer(offer)
      return make(
        'li',
        { class: fresh.has(offer.offerId) ? 'row fresh' : 'row' },
        make('span', { class: 'plate', text: plate }),
        make('div', {}, make('b', { text: when }), make('small', { text: details })),
        make('div', { class: 'pay' }, pay, make('small', { text: perHour })),
      )
    })
  find('offers').replaceChildren(
    ...(rows.length > 0
      ? rows
      : [make('li', { class: 'empty', text: 'Nothing is offered here at the moment.' })]),
  )
}

/** Rows stay while they are the same ones: a button that is replaced under the finger loses its click. */
function drawUnconfirmed() {
  const key = JSON.stringify(pulse.unconfirmed)
  if (find('unconfirmed').dataset.key === key) return
  find('unconfirmed').dataset.key = key
  const rows = pulse.unconfirmed.map(({ driverId, driver, enabled }) => {
    const wish = enabled ? 'Turn instant offers on' : 'Turn instant offers off'
    return make(
      'li',
      { class: 'confirm' },
      make('div', {}, make('b', { text: driver }), make('small', { text: wish })),
      make('button', {
        type: 'button',
        text: 'Confirm',
        'data-driver': driverId,
        'aria-label': `Confirm for ${driver}: ${wish.toLowerCase()}`,
      }),
    )
  })
  find('unconfirmed').replaceChildren(
    ...(rows.length > 0
      ? rows
      : [make('li', { class: 'empty', text: 'No driver has a change to confirm.' })]),
  )
}

async function confirmInstant(driverId) {
  const path = `/admin/drivers/${encodeURIComponent(driverId)}/confirm-instant`
  const reply = await fetch(path, { method: 'POST' }).catch(() => null)
  find('confirm-told').textContent = reply?.ok
    ? 'Confirmed.'
    : reply?.status === 403
      ? 'Not confirmed: open this page on the machine that the market runs on.'
      : 'Not confirmed: the market does not answer. Try again.'
}

function drawFeed(name, nothing) {
  const rows = feeds[name].map(({ what, offer, driver, note }) => {
    const known = offer && describeOffer(offer)
    const who = [driver, what === 'taken' || what === 'accepted' ? note : ''].filter(Boolean).join(' ')
    const words = what === 'refused' ? `${driver}: ${note.replaceAll('_', ' ')}` : `${WORDS[what]} ${who}`
    return make(
      'li',
      { class: 'row', 'data-what': what },
      make('span', { class: 'plate', text: known?.plate ?? what.replaceAll('_', ' ') }),
      make('div', {}, make('b', { text: known?.when ?? '' }), make('small', { text: words })),
      make('div', { class: 'pay', text: known?.pay ?? '' }),
    )
  })
  find(name).replaceChildren(...(rows.length > 0 ? rows : [make('li', { class: 'empty', text: nothing })]))
}

function draw() {
  drawCounts()
  drawUnconfirmed()
  drawMetros()
  drawOffers()
  drawFeed('drivers', emptyFeed('drivers', pulse.counts))
  drawFeed('crowd', emptyFeed('crowd', pulse.counts))
}

/** What an empty feed says. After a restart the counts are of before, and the feeds are not. */
function emptyFeed(name, { accepted, taken }) {
  if (name === 'drivers') return accepted ? 'No win lately.' : 'Your drivers have won nothing yet.'
  return taken ? 'Nothing taken lately.' : 'Rivals have taken nothing yet.'
}

function follow(happening) {
  const { what, offer } = happening
  if (what === 'listed') {
    offers.set(offer.offerId, offer)
    fresh.add(offer.offerId)
  } else if (offer && what !== 'returned') offers.delete(offer.offerId)
  remember(happening)
}

/** Adds to one of the two feeds, newest first. */
function remember(happening) {
  const { what } = happening
  if (!(what in WORDS) && what !== 'refused') return
  const name = what === 'taken' || what === 'returned' ? 'crowd' : 'drivers'
  feeds[name] = [happening, ...feeds[name]].slice(0, LONGEST_FEEDS[name])
}

function choose(wanted) {
  chosen = wanted
  for (const button of document.querySelectorAll('[data-variant]')) {
    button.setAttribute('aria-pressed', String(button.dataset.variant === chosen.variant))
  }
}

function connect() {
  const source = new EventSource('/live')
  source.addEventListener('picture', ({ data }) => {
    const picture = JSON.parse(data)
    pulse = picture
    metros = picture.metros
    stations.clear()
    offers.clear()
    for (const station of picture.stations) stations.set(station.id, station)
    for (const offer of picture.offers) offers.set(offer.offerId, offer)
    if (chosen === null) choose(picture.home)
    feeds = { drivers: [], crowd: [] }
    for (const happening of picture.latest) remember(happening)
    find('scenario').textContent = `Scenario ${picture.scenario}, seed ${picture.seed}`
    showLink(true)
    buildMetros()
    draw()
  })
  source.addEventListener('news', ({ data }) => {
    pulse = JSON.parse(data)
    fresh.clear()
    for (const happening of pulse.happenings) follow(happening)
    draw()
  })
  source.addEventListener('error', () => showLink(false))
}

function showLink(on) {
  find('link').dataset.on = String(on)
  find('link').textContent = on ? 'Live' : 'Connection lost, trying again'
}

find('metros').addEventListener('click', (event) => {
  const button = event.target.closest('[data-metro]')
  if (!button) return
  chosen = { ...chosen, metroId: button.dataset.metro }
  draw()
})
find('unconfirmed').addEventListener('click', (event) => {
  const button = event.target.closest('[data-driver]')
  if (button) void confirmInstant(button.dataset.driver)
})
for (const button of document.querySelectorAll('[data-variant]')) {
  button.addEventListener('click', () => {
    if (chosen === null) return
    choose({ ...chosen, variant: button.dataset.variant })
    buildMetros()
    draw()
  })
}
connect()

/** Segments of the addresses that adapters call, and of those that platforms answer with. */
const SEGMENTS = words(`
  api v1 contexts login login_check login-with-sms verify-code token refresh settings
  me users shifts open apply unapply skills shift_assignments shift_waitlist_entries
  Shift Error Skill User drivers orders track toggle-online current-organization start`)

/** The words that names of properties are made of: `started_at`, `requiredSkills`, `hydra:member`. */
const WORDS = words(`
  accepted access accuracy active activity address adhoc adjustment after altitude amount app applied
  assigned assignment assignments at available avatar before begin begins body brand break building by
  cancel canceled capacity category city classes code comment company completed context coordinates count
  country courier created currency current customer data date dates day delivered delivery description
  destination detail details device dispatched distance district door driver drivers dropoff due duration
  email enabled end ends entities entity error errors estimated eta event expires facilitator fee finish
  first fleet from full geo heading height hour hours hydra icon id image instructions internal is items
  job kind kitchen label last lat latitude latlng length limit lines list lng locale location login
  longitude mapping max member message meta metadata method min minutes month name names neighborhood next
  notes number online open opening operations order orders organization origin page paid params password
  path pay payload payment payments phone photo pickup place pod point postal previous priority promoted
  proof property provider province public published purchase quote rank rate reason recipient ref refresh
  release representation required rest retry role roles route scheduled search security service session
  shift shifts signature size skill skills slot slots slug sort source speed start started starts state
  status statuses store street success tags template text ticket time times timezone tip title to token total
  tracking transaction type unit units updated url user username uuid value variable vehicle vendor
  verified version view wait waitlist waypoint waypoints week weeks weight width window with year zip zone`)

/** Prefixes of the ids that Fleetbase makes: `order_7YqM`. */
const ID_PREFIXES = words('company contact customer driver order payload place route user vehicle vendor')

/** Whether a name is one that a property of a wire bears, and nobody's. */
export function isWireWord(name: string): boolean {
  if (!/^@?[a-z][A-Za-z_:.-]{0,39}\d?$/.test(name)) return false
  const parts = name.split(/[^A-Za-z]+|(?<=[a-z])(?=[A-Z])/).filter(Boolean)
  return parts.every((part) => WORDS.has(part.toLowerCase()))
}

/** Whether a segment of an address is the wire's, and no id and no name. */
export function isWireSegment(segment: string): boolean {
  return SEGMENTS.has(segment)
}

/** The prefix of an id, where it is one of the wire's. */
export function idPrefixOf(text: string): string | null {
  const prefix = /^([a-z]{2,20})_[A-Za-z0-9]+$/.exec(text)?.[1]
  return prefix !== undefined && ID_PREFIXES.has(prefix) ? prefix : null
}

function words(text: string): ReadonlySet<string> {
  return new Set(text.trim().split(/\s+/))
}

/** Longer ones are names of stores, which wrap; a station's code never does. */
const LONGEST_CODE = 6

/** Where an offer comes from, as a small road sign: a station by its code, a store by its name. */
export function StationPlate({ of, won, look }: { of: string; won?: boolean; look?: string }) {
  return (
    <span className={`plate ${look ?? ''}`} data-won={won} data-name={of.length > LONGEST_CODE || undefined}>
      {of}
    </span>
  )
}

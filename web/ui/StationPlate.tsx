/** Longer ones are names of stores, which wrap; a station's code never does. */
const LONGEST_CODE = 6

/** Whether a text is the name of a store, to be set smaller and over two lines, and no station's code. */
export function isStoreName(text: string): boolean {
  return text.length > LONGEST_CODE
}

/** Where an offer comes from, as a small road sign: a station by its code, a store by its name. */
export function StationPlate({ of, won, look }: { of: string; won?: boolean; look?: string }) {
  return (
    <span className={`plate ${look ?? ''}`} data-won={won} data-name={isStoreName(of) || undefined}>
      {of}
    </span>
  )
}

/** The version of this build, from web/package.json. */
declare const APP_VERSION: string

/** A sheet that is fetched on first use. */
declare module '*.css'

/** The files of the map's drawing and search; the build creates them (ui/map/build-data.ts). */
declare module 'virtual:map-data' {
  export const MAP_FOLDER: string
}

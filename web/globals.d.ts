/** The version of this build, from web/package.json. */
declare const APP_VERSION: string

/** A sheet that is fetched when a part of the app asks for it. */
declare module '*.css'

/**
 * Where the files lie that the map is drawn and searched with; the build makes them (ui/map/build-data.ts).
 */
declare module 'virtual:map-data' {
  export const MAP_FOLDER: string
}

/** The version of this build, from web/package.json. */
declare const APP_VERSION: string

/** A sheet that is fetched when a part of the app asks for it. */
declare module '*.css'

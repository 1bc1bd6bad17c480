/** The version of this build, from web/package.json. */
declare const APP_VERSION: string

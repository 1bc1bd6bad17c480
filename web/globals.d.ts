/** The version of this build, from web/package.json. */
declare const __APP_VERSION__: string

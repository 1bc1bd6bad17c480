/** Installed apart, by `npm ci --prefix e2e`: checks and builds do without a browser. */
declare module '@sparticuz/chromium' {
  const chromium: { executablePath(): Promise<string> }
  export default chromium
}

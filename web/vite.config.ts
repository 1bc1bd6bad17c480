import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minify } from 'vite'
import type { Plugin } from 'vite'
import { LANGUAGE_CODES } from '@madruga/core/languages.ts'
import { listAhead } from './ahead-build.ts'
import { landingPages } from './landing-build.ts'
import { mapData } from './ui/map/build-data.ts'
import { pages } from './pages-build.ts'
import { serviceWorker } from './worker-build.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * What every page needs, and home's parts, which every visit fetches: one file compresses better than ten.
 */
const BASE = new RegExp(
  [
    // The virtual list is only for the history; home has no endless list, and no list of queries.
    '/node_modules/(react|react-dom|scheduler|use-sync-external-store|@tanstack(?!/(react-virtual|virtual-core)/|.*(nfiniteQuery(Observer)?|useQueries|queriesObserver)[.])|@orpc)/',
    '/web/icons/(icon|first)[.]',
    '/web/(address|i18n|local-store|driver|queries|live|clock|client|announce|signal|theme|pay|countdown|stations)\\.ts',
    '/web/(client/|live/|paid[.])',
    '/core/words/(model|languages|[a-z]+/language)[.]',
    '/core/(digits|formats|languages|offers|money|bot-states|time|variant-words|variants)[.]',
    '/web/screens/(bot/(Home|Board|start-options|state|use-bot-action)|offers/(EntryRow|LateWhySheet|LatestOffers|LiveRows|entry|verdict))[.]',
    '/web/screens/(table|shell/(Shell|Guard|menu|ConnectionBanner|Crashed|live-session|LoadedScreen|Screens)|bot/booked)[.]',
    '/web/ui/(Notice|CatchBoundary|Navigate|OtherPay[.]|PayAmount|StationPlate|ScreenLink|Failed|HoldButton|Skeleton|BottomBar|media|on-demand|use-roving)',
  ].join('|'),
)

/** Home's parts below the fold and the frame's, which come once home stands. */
const HOME_LATE =
  /\/web\/(late-parts|screens\/(shell\/(?!Preferences)|bot\/(DayCards|RunSchedule|run-schedule|StateNote|Refusal|BookedBanner|Confirmations)|billing\/SavingNotice|invoices\/Owed|notify\/(queries|know-block)))/

/** Sheets, drawers and steppers, with the library behind them. */
const OVERLAY =
  /\/node_modules\/@(base-ui|floating-ui)\/|\/web\/ui\/(Sheet|SideDrawer|Stepper|next-step|ConfirmSheet)[.]|\/core\/numbers[.]/

/** Fields and buttons. */
const UI = /\/web\/ui\/(?!map|Sheet|SideDrawer|Stepper|next-step|ConfirmSheet|use-back)/

/** What several journeys share: the console, the first steps and home open them without the rest. */
const PARTS =
  /\/web\/screens\/(recap\/(Table|Chart|Bars|Earned|figures)|support\/(Messages|requests)|billing\/(say|address|queries)|shell\/Preferences|notify\/received-(text|query)|accounts\/device|platforms\/(queries|ConnectForm|Refused)|invoices\/(figures|names|UseCoupon|OpenInvoices|Suspended)|offers\/rules)[.]|\/core\/(?!filters|autostart|contract|landing|words)/

/**
 * One file for each journey: a driver who opens one screen of it likely opens the others, and a phone far
 * away waits for each request. The console and the landing stay apart.
 */
const JOURNEYS = {
  accounts: /\/web\/screens\/accounts\/(?!Profile|profile\/|Reader)/,
  filters: /\/web\/screens\/(filters|autostart)\//,
  platforms: /\/web\/screens\/platforms\//,
  blocks: /\/web\/screens\/(blocks|instant)\//,
  reports: /\/web\/screens\/(log|offers|recap|forecast|bot\/(?!Home|OptionsSheet)|glance)/,
  money: /\/web\/screens\/(billing|invoices|referrals)\//,
  help: /\/web\/screens\/help\//,
  account: /\/web\/screens\/(accounts\/(Profile|profile\/)|notify|support|app)/,
}

/**
 * Lists the font and the texts in the page, so that they load in parallel with the entry. Only the browser
 * knows the language: `theme.js` picks its texts from the list.
 */
function announceFirstLoad(): Plugin {
  return {
    name: 'announce-first-load',
    transformIndexHtml: {
      order: 'post',
      handler(_, { bundle }) {
        const fileOf = (source: string) =>
          Object.values(bundle ?? {}).find(
            (output) => output.type === 'chunk' && output.facadeModuleId?.endsWith(source),
          )?.fileName
        const font = Object.keys(bundle ?? {}).find((name) => name.endsWith('.woff2'))
        const text = {
          tag: 'link',
          injectTo: 'head-prepend' as const,
          // `crossorigin` as fonts are fetched: without it the browser would fetch it twice.
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `./${font}` },
        }
        const words = LANGUAGE_CODES.map((language) => ({
          tag: 'meta',
          injectTo: 'head-prepend' as const,
          attrs: { name: `words-${language}`, content: `./${fileOf(`/words/${language}/first.ts`)}` },
        }))
        return [text, ...words]
      },
    },
  }
}

/** Minifies `theme.js`, which no module imports: every visit waits for it before its first paint. */
function minifyTheme(): Plugin {
  return {
    name: 'minify-theme',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = '' }) {
        const file = path.join(dir, 'theme.js')
        const { code } = await minify(file, readFileSync(file, 'utf8'), { module: false })
        writeFileSync(file, code)
      },
    },
  }
}

/** Every script and style is our own file, so that the server's policy can forbid inline ones. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  // React has the hook itself: libraries bring a copy for versions before 18.
  resolve: {
    alias: [{ find: /^use-sync-external-store\/shim(.*)/, replacement: 'use-sync-external-store$1' }],
  },
  define: { APP_VERSION: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // No property of ours or of a library does anything when it is read.
      treeshake: { propertyReadSideEffects: false },
      output: {
        // The entry names every part that it may load: readable names would add a kilobyte to the first load.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'sign-in', test: /\/web\/screens\/accounts\/SignIn[.]/ },
            { name: 'icons', test: /\/web\/icons\// },
            { name: 'ui', test: UI },
            { name: 'overlay', test: OVERLAY },
            { name: 'parts', test: PARTS },
            { name: 'late', test: HOME_LATE },
            ...Object.entries(JOURNEYS).map(([name, test]) => ({ name, test })),
          ],
        },
      },
    },
  },
  plugins: [
    tailwind(),
    react(),
    mapData(),
    announceFirstLoad(),
    minifyTheme(),
    pages(),
    landingPages(),
    listAhead(),
    serviceWorker(),
  ],
  // Development only: Vite serves the pages, `npm start` the API.
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' } },
})

import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, minify } from 'vite'
import type { Plugin } from 'vite'
import { landingPages } from './landing-build.ts'
import { mapData } from './ui/map/build-data.ts'
import { serviceWorker } from './worker-build.ts'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

/**
 * What every page needs, and home's parts, which every visit fetches: one file compresses better than ten.
 */
const BASE = new RegExp(
  [
    // The virtual list is only for the history; home has no endless list.
    '/node_modules/(react|react-dom|scheduler|use-sync-external-store|@tanstack(?!/(react-virtual|virtual-core)/|.*nfiniteQuery(Observer)?[.])|@orpc)/',
    '/web/icons/(icon|adjustments-horizontal|alert-triangle|chevron-right|circle-check|info-circle|menu-2|player-play-filled|player-stop-filled|steering-wheel|x)[.]',
    '/web/(i18n|local-store|driver|queries|live|clock|client|announce|signal|theme|pay|countdown|stations|release)\\.ts',
    '/web/(client|live)/',
    '/web/i18n/(model|formats)',
    '/web/screens/(bot/(Board|NextBlock|StartStop|StopButton|start-options|state|use-bot-action)|offers/(EntryRow|LateWhySheet|LatestOffers|LiveRows|LogWaiting|entry|verdict))[.]',
    '/web/screens/(table|late|shell/(Shell|Guard|menu|ConnectionBanner|Crashed|live-session)|bot/booked)[.]',
    '/web/ui/(Notice|PayAmount|StationPlate|ScreenLink|Failed|HoldButton|Skeleton|BottomBar|media|on-demand|use-roving)',
  ].join('|'),
)

/** The menu's icons, which many screens share: as one file, the first load names one part, not twenty. */
const MENU_ICONS =
  /\/web\/icons\/(alarm|bell|bell-ringing|bolt|calendar|car|chart-bar|checks|chevron-down|clock-bolt|credit-card|dots|eye|file-invoice|filter|gift|hand-stop|help-circle|history|list-search|logout|mail|map-pin|message-circle|receipt|shield-check|tool|user)[.]/

/**
 * Lists the first screen and the texts in the page, so that they load in parallel with the entry. Only the
 * browser knows the language: `theme.js` picks it from the list.
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
        const home = fileOf('/screens/bot/Home.tsx')
        if (home === undefined) return []
        return [
          {
            tag: 'link',
            injectTo: 'head',
            attrs: { rel: 'modulepreload', href: `./${home}`, 'data-home': true },
          },
          ...['en', 'es'].map((language) => ({
            tag: 'meta',
            injectTo: 'head-prepend' as const,
            attrs: { name: `words-${language}`, content: `./${fileOf(`/i18n/${language}.ts`)}` },
          })),
        ]
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

/** Every script and style is a file of our own, so that the server's policy can forbid inline ones. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  define: { APP_VERSION: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: {
        // The entry names every part that it may load: readable names would add a kilobyte to the first load.
        chunkFileNames: 'assets/[hash].js',
        codeSplitting: {
          groups: [
            { name: 'base', test: BASE },
            { name: 'menu', test: MENU_ICONS },
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
    landingPages(),
    serviceWorker(),
  ],
  // Development only: Vite serves the pages, `npm start` the API.
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' } },
})

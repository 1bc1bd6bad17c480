import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { FIRST_SCREEN, FRAME, LANGUAGES, closure, entriesOf } from './first-load.ts'
import type { Chunk } from './first-load.ts'
import { mapData } from './ui/map/build-data.ts'

type ManifestEntry = { url: string; revision: string | null; integrity?: string; size: number }
import type { Plugin } from 'vite'

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
    '/tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)',
    '/icons/Icon(AdjustmentsHorizontal|AlertTriangle|ChevronRight|CircleCheck|InfoCircle|Menu2|PlayerPlayFilled|PlayerStopFilled|SteeringWheel|X)\\.',
    '/web/(i18n|kept|driver|queries|live|clock|client|announce|signal|theme)\\.ts',
    '/web/(client|live)/',
    '/web/i18n/(model|formats)',
    '/web/screens/(bot/(Board|NextBlock|StartStop|StopButton|start-options|state|use-bot-action)|offers/(EntryRow|LateWhySheet|LatestOffers|LiveRows|LogWaiting|entry|verdict|window))[.]',
    '/web/ui/(Notice|ScreenLink|Failed|HoldButton|Skeleton|dock|media|on-demand)',
  ].join('|'),
)

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
          { tag: 'link', injectTo: 'head', attrs: { rel: 'modulepreload', href: `./${home}` } },
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

/** The service worker precaches home's parts for offline use; the other screens are cached when fetched. */
function keepFirstLoad(entries: readonly ManifestEntry[]): { manifest: ManifestEntry[] } {
  const file = new URL('./dist/.vite/manifest.json', import.meta.url)
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as Record<string, Chunk>
  const first = closure(manifest, [...entriesOf(manifest), FIRST_SCREEN, ...LANGUAGES, ...FRAME])
  return {
    manifest: entries.filter(({ url }) => !url.startsWith('assets/') || first.has(url)) as ManifestEntry[],
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
          groups: [{ name: 'base', test: BASE }],
        },
      },
    },
  },
  plugins: [
    tailwind(),
    react(),
    mapData(),
    announceFirstLoad(),
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'worker',
      filename: 'sw.ts',
      // The page registers it when idle (screens/app), and the manifest is a file of our own.
      injectRegister: false,
      manifest: false,
      injectManifest: {
        globPatterns: ['*.{html,js,css,svg}', 'assets/*.{js,css}'],
        manifestTransforms: [keepFirstLoad],
        // Names already contain the content's hash.
        dontCacheBustURLsMatching: /^assets\//,
      },
    }),
  ],
  // Development only: Vite serves the pages, `npm start` the API.
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' } },
})

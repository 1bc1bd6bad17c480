import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** What every page needs, the icons of home included: one file compresses better than ten. */
const BASE = new RegExp(
  [
    '/node_modules/(react|react-dom|scheduler|use-sync-external-store|@tanstack|@orpc)/',
    '/tabler/icons-react/dist/esm/(createReactComponent|defaultAttributes)',
    '/icons/Icon(AdjustmentsHorizontal|AlertTriangle|ChevronRight|CircleCheck|InfoCircle|Menu2|PlayerPlayFilled|PlayerStopFilled|SteeringWheel|X)\\.',
    '/web/(i18n|kept|driver|queries|live|clock|client|announce|theme)\\.ts',
    '/web/(client|live)/',
    '/web/i18n/(model|formats)',
    '/web/ui/(Notice|ScreenLink|Failed|Skeleton|dock|media)',
  ].join('|'),
)

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
        codeSplitting: {
          groups: [{ name: 'base', test: BASE }],
        },
      },
    },
  },
  plugins: [tailwind(), react()],
  // Development only: the pages come from Vite, the API from `npm start`.
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' } },
})

import { readFileSync } from 'node:fs'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const { version } = JSON.parse(readFileSync(new URL('./package.json', import.meta.url), 'utf8')) as {
  version: string
}

/** Every script and style is a file of our own, so that the server's policy can forbid inline ones. */
export default defineConfig({
  root: import.meta.dirname,
  base: './',
  define: { __APP_VERSION__: JSON.stringify(version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'baseline-widely-available',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  plugins: [tailwind(), react()],
  // Development only: the pages come from Vite, the API from `npm start`.
  server: { proxy: { '/api': process.env.API_URL ?? 'http://127.0.0.1:8080' } },
})

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { runnerImport } from 'vite'
import type { Plugin } from 'vite'
import { SIGN_IN, SIGN_IN_STYLES, closure, textsOf } from './first-load.ts'
import type { Chunk } from './first-load.ts'
import type { LandingKey } from './i18n.ts'
import { LandingPage } from './screens/landing/LandingPage.tsx'
import { LANGUAGE_CODES, localeOf } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import { LANDING_VALUES } from '@madruga/core/landing.ts'
import type { LandingValues } from '@madruga/core/landing.ts'

const LANDING = 'screens/landing/Landing.tsx'

/**
 * Writes the first page of each language as `.landing/<language>.html`: the built page with the landing's
 * text, styles and parts in place of home's. The server fills in what it names and sends it to strangers.
 */
export function landingPages(): Plugin {
  let outDir = ''
  return {
    name: 'landing-pages',
    apply: 'build',
    configResolved(config) {
      outDir = path.resolve(config.root, config.build.outDir)
    },
    writeBundle: {
      order: 'post',
      sequential: true,
      async handler() {
        const read = (file: string) => readFileSync(path.join(outDir, file), 'utf8')
        const manifest = JSON.parse(read('.vite/manifest.json')) as Record<string, Chunk>
        const page = read('index.html')
        mkdirSync(path.join(outDir, '.landing'), { recursive: true })
        for (const language of LANGUAGE_CODES)
          writeFileSync(
            path.join(outDir, '.landing', `${language}.html`),
            await writePage(page, language, manifest),
          )
      },
    },
  }
}

async function writePage(page: string, language: Language, manifest: Record<string, Chunk>): Promise<string> {
  const { title, description, html } = await renderLanding(language)
  const filesOf = (keys: string[]) => [...closure(manifest, keys)].filter((file) => !page.includes(file))
  const own = filesOf([LANDING, textsOf(language, 'parts'), textsOf(language, 'app/landing')])
  const parts = {
    landing: own.filter((file) => file.endsWith('.js')),
    // A stranger's address may name the form: its parts then travel beside the program, too.
    accounts: filesOf([...SIGN_IN, SIGN_IN_STYLES, textsOf(language, 'parts'), textsOf(language, 'sign-in')]),
  }
  const lists = Object.entries(parts).map(
    ([name, files]) => `<meta name="parts-${name}" content="${files.map((file) => `./${file}`).join(' ')}">`,
  )
  const styles = own
    .filter((file) => file.endsWith('.css'))
    .map((file) => `<link rel="stylesheet" href="./${file}">`)
  return (
    page
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(/<title>.*?<\/title>/, `<title>${title}</title>`)
      .replace(/<meta\s+name="description"[^>]*>/, headOf(language, title, description))
      // Before the theme's script, which reads them.
      .replace('<script', `${lists.join('')}<script`)
      // After the app's styles, which set the order of the layers.
      .replace('</head>', `${styles.join('')}</head>`)
      .replace('<div id="root">', `<div id="root">${html}`)
      .replace(/<noscript>Madruga needs[^<]*<\/noscript>/, '')
  )
}

/** Description, the page in each language, and what other sites show about a link to it. */
function headOf(language: Language, title: string, description: string): string {
  const others = LANGUAGE_CODES.filter((each) => each !== language)
  return [
    `<meta name="description" content="${description}">`,
    // What the server fills in, for the app, which draws the page again.
    '<meta name="landing" content="{{values}}">',
    '<meta name="robots" content="index, follow">',
    `<link rel="canonical" href="${address(language)}">`,
    ...LANGUAGE_CODES.map((of) => `<link rel="alternate" hreflang="${of}" href="${address(of)}">`),
    '<link rel="alternate" hreflang="x-default" href="{{origin}}/">',
    property('type', 'website'),
    property('site_name', 'Madruga'),
    property('title', title),
    property('description', description),
    property('url', address(language)),
    property('image', '{{origin}}/icon-512.png'),
    property('locale', placeOf(language)),
    ...others.map((other) => property('locale:alternate', placeOf(other))),
    '<meta name="twitter:card" content="summary">',
  ].join('')
}

/** `en_US`. */
function placeOf(language: Language): string {
  return localeOf(language).replace('-', '_')
}

function address(language: string): string {
  return `{{origin}}/?lang=${language}`
}

function property(name: string, content: string): string {
  return `<meta property="og:${name}" content="${content}">`
}

/** The catalog of the first page. */
type Texts = Record<LandingKey, string | { other: string }>

/** Each value as a name that the server replaces. */
const NAMES = Object.fromEntries(LANDING_VALUES.map((name) => [name, `{{${name}}}`])) as LandingValues

async function renderLanding(
  language: Language,
): Promise<{ title: string; description: string; html: string }> {
  const file = path.join(import.meta.dirname, textsOf(language, 'app/landing'))
  const { module } = await runnerImport<{ landing: Texts }>(file, { configFile: false })
  const t = (key: LandingKey, values: Record<string, string> = NAMES): string => {
    const message = module.landing[key]
    const text = typeof message === 'string' ? message : message.other
    return text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
  }
  const html = renderToStaticMarkup(
    createElement(LandingPage, {
      text: t,
      values: NAMES,
      language,
      both: true,
      live: note(t('landing.live_no_script')),
      near: note(t('landing.near_text', { days: '7' })),
    }),
  )
  return {
    title: t('landing.title'),
    description: t('landing.description'),
    html: `${html}<noscript><p>${t('landing.script')}</p></noscript>`,
  }
}

function note(text: string) {
  return createElement('p', { className: 'landing-note' }, text)
}

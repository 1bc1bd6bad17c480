import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { LANGUAGE_CODES, LANGUAGES } from '@madruga/core/languages.ts'
import type { Language } from '@madruga/core/languages.ts'
import type { PageTexts } from '@madruga/core/words/page.ts'
import type { Plugin } from 'vite'

/** Pictures of the app, which show English where a language has none (`home.es.webp`). */
const PICTURES = ['home.webp', 'screenshot-phone.png', 'screenshot-desktop.png']

/**
 * Writes what stands where the program does not run, in every language: the manifests of the installed app,
 * `offline.html`, and the texts of `unopened.js`.
 */
export function pages(): Plugin {
  return {
    name: 'pages',
    apply: 'build',
    writeBundle: {
      order: 'pre',
      sequential: true,
      async handler({ dir = '' }) {
        const read = (file: string) => readFileSync(path.join(dir, file), 'utf8')
        const write = (file: string, text: string) => writeFileSync(path.join(dir, file), text)
        const all = await readPages()
        for (const [language, texts] of all) {
          write(fileOf('manifest.webmanifest', language), JSON.stringify(manifestOf(language, texts)))
          for (const picture of PICTURES.map((name) => path.join(dir, fileOf(name, language))))
            if (!existsSync(picture)) copyFileSync(picture.replace(`.${language}.`, '.'), picture)
        }
        const sections = all.map(([language, texts]) => sectionOf(language, texts))
        write('offline.html', read('offline.html').replace('<!-- sections -->', sections.join('')))
        const pairs = all.map(([language, texts]) => [language, [texts.unopened, texts.offline.again]])
        const json = JSON.stringify(Object.fromEntries(pairs))
        write('unopened.js', `const TEXTS = ${json}\n${read('unopened.js')}`)
      },
    },
  }
}

/** The texts of each language. */
export async function readPages(): Promise<[Language, PageTexts][]> {
  return await Promise.all(
    LANGUAGE_CODES.map(async (language): Promise<[Language, PageTexts]> => {
      const { parts } = await LANGUAGES[language].parts()
      return [language, await parts.page()]
    }),
  )
}

/** `home.es.webp`; English has the name alone. */
function fileOf(name: string, language: Language): string {
  return language === 'en' ? name : name.replace('.', `.${language}.`)
}

const png = (size: number) => ({ src: `icon-${size}.png`, sizes: `${size}x${size}`, type: 'image/png' })

/** The manifest of the installed app. */
export function manifestOf(language: Language, { description, shortcuts, pictures }: PageTexts) {
  const picture = (name: 'phone' | 'desktop', sizes: string, form_factor: string) => ({
    src: fileOf(`screenshot-${name}.png`, language),
    sizes,
    type: 'image/png',
    form_factor,
    label: pictures[name],
  })
  return {
    id: './',
    name: 'Madruga',
    short_name: 'Madruga',
    description,
    lang: language,
    start_url: './#/',
    scope: './',
    display: 'standalone',
    orientation: 'any',
    background_color: '#0c0f11',
    theme_color: '#0c0f11',
    categories: ['productivity', 'business'],
    icons: [
      { ...png(192), purpose: 'any' },
      { ...png(512), purpose: 'any' },
      { ...png(512), src: 'icon-maskable-512.png', purpose: 'maskable' },
      { src: 'icon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    ],
    shortcuts: Object.entries(shortcuts).map(([screen, name]) => ({
      name,
      url: `./#/${screen}`,
      icons: [png(192)],
    })),
    screenshots: [picture('phone', '390x844', 'narrow'), picture('desktop', '1440x900', 'wide')],
  }
}

/** What is shown without a network. */
function sectionOf(
  language: Language,
  { offline: { title, reason, bot, advice, again } }: PageTexts,
): string {
  return `
      <section lang="${language}" aria-labelledby="title-${language}">
        <div class="sign">
          <p class="place">Madruga</p>
          <h1 id="title-${language}">${title}</h1>
          <p>${reason}</p>
        </div>
        <p>${bot}</p>
        <p>${advice}</p>
        <a class="act" href="./">${again}</a>
      </section>`
}

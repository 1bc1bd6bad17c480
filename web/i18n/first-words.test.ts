import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { test } from 'node:test'
import { homeLate } from '@madruga/core/words/en/app/home-late.ts'
import { landing } from '@madruga/core/words/en/app/landing.ts'
import { setup } from '@madruga/core/words/en/app/setup.ts'
import { first as en } from '@madruga/core/words/en/first.ts'
import { signIn as enAccounts } from '@madruga/core/words/en/sign-in.ts'
import { consoleWords as enConsole } from '@madruga/core/words/en/console.ts'
import { more as enMore } from '@madruga/core/words/en/more.ts'

const WEB = path.join(import.meta.dirname, '..')
const ALL: Record<string, unknown> = { ...en, ...enMore, ...enConsole, ...landing, ...setup }
const PARTS: Record<string, object> = { homeLate, landing, setup, accounts: enAccounts }

/** What a file imports at once, types aside. */
const STATIC = /^(?:import|export)\s(?!type\b)[^'"`;]*?from '(\.[^']+)'/gm
/** What it loads later, with the texts that come along. */
const LATER =
  /(?:(\w+)\(\s*(?:\(\) => )?|withWords\('(\w+)', ?)?\bimport\('(\.[^']+\.tsx?)'\)(, loadMoreWords\(\))?/g

/** Wrappers that wait for the texts of all screens; those of sign-in come with the two others. */
const WITH_ALL = ['withMoreWords', 'withSetupWords', 'later', 'paid']
const WITH_ACCOUNTS = ['withAccountsWords', 'before']

/** Lines of the bot, which only the screens of the log show, by the row that home's offers have too. */
const ON_OTHER_SCREENS = ['log.block.', 'log.block_note.']

type Loaded = { file: string; source: string; parts: readonly string[] }

/** Every file that may be shown before the texts of all screens are there, with those that are. */
function loadedFirst(entry: string): Loaded[] {
  const found = new Map<string, Loaded>()
  const visit = (file: string, parts: readonly string[]): void => {
    const key = `${file} ${parts.join(' ')}`
    if (found.has(key) || !existsSync(file)) return
    const source = readFileSync(file, 'utf8')
    found.set(key, { file, source, parts })
    const at = (from: string) => path.resolve(path.dirname(file), from)
    for (const [, from] of source.matchAll(STATIC)) visit(at(from!), parts)
    for (const [, wrapper = '', part, from, withAll] of source.matchAll(LATER)) {
      if (WITH_ALL.includes(wrapper) || withAll !== undefined || part === 'console') continue
      const more = WITH_ACCOUNTS.includes(wrapper) ? 'accounts' : part
      visit(at(from!), more === undefined ? parts : [...new Set([...parts, more])].sort())
    }
  }
  visit(path.join(WEB, entry), [])
  return [...found.values()]
}

/** The texts that a source asks for, by name or by the beginning of a name, and that come later. */
function missingTexts({ source, parts }: Loaded): string[] {
  const here = Object.keys(Object.assign({}, en, ...parts.map((part) => PARTS[part])))
  const asked = [...source.matchAll(/(?<![\w.])(?:t|say)\(((?:[^()]|\([^()]*\))*)/g)].map(([, args]) => args!)
  const named = asked.flatMap((args) => [...args.matchAll(/'([\w-]+(?:\.[\w-]+)+)'/g)].map(([, key]) => key!))
  const begun = asked.flatMap((args) => [...args.matchAll(/`([\w-]+\.[\w.-]*)\$\{/g)].map(([, key]) => key!))
  return [
    ...named.filter((key) => key in ALL && !here.includes(key)),
    ...begun.filter((key) => !here.some((each) => each.startsWith(key)) && !ON_OTHER_SCREENS.includes(key)),
  ]
}

test('what may be shown first asks for no text that comes later', () => {
  const files = loadedFirst('main.tsx')
  const has = (name: string, ...parts: string[]) =>
    files.some(({ file, parts: own }) => file.endsWith(name) && own.join() === parts.join())
  assert.ok(
    has('bot/Home.tsx') && has('ui/ZoneNote.tsx', 'homeLate') && has('accounts/SignIn.tsx', 'accounts'),
  )
  const missing = files.flatMap((loaded) =>
    missingTexts(loaded).map((key) => `${path.relative(WEB, loaded.file)} (${loaded.parts.join()}): ${key}`),
  )
  assert.deepEqual([...new Set(missing)], [])
})

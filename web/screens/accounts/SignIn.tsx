import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { navigate, useSearch } from '../../address.ts'
import { api, toProblem } from '../../client.ts'
import { speakAs } from '../../driver.ts'
import { useWords } from '../../i18n.ts'
import { serviceQuery, sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { PasswordField } from '../../ui/PasswordField.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { EMAIL_INPUT, TextField } from '../../ui/TextField.tsx'
import { focusFault } from '../../ui/focus-fault.ts'
import { submit } from '../../ui/submit.ts'
import { Preferences } from '../shell/Preferences.tsx'
import { startScreen } from '../shell/menu.ts'
import { screenOf, isHome } from '../table.ts'
import { DemoMessages } from './DemoMessages.tsx'
import { canUsePasskeys } from './can-use-passkeys.ts'
import { useProblemText } from './problem-text.ts'
import { NO_RESET, writeResetDraft } from './reset-draft.ts'
import { takeDriver } from './take-driver.ts'

type Fields = { email: string; password: string }

const LINK = 'inline-flex min-h-12 items-center font-bold underline'

/** Signing in; afterwards the driver reaches their original destination. */
export function SignIn() {
  const { t } = useWords()
  const { next, done } = useSearch()
  const { data: service } = useQuery(serviceQuery)
  const { errorOf, check, send, sendPasskey, busy, problem } = useSignIn(next)
  const refusal = useProblemText(problem)
  const farewell = readDone(done)
  const form = useRef<HTMLFormElement>(null)
  return (
    <div className="mx-auto grid w-full max-w-[27rem] flex-1 content-start gap-5 px-4 pb-10 pt-2 lg:content-center">
      <section className="sign p-6 pt-7">
        <p className="text-[2.5rem] font-extrabold leading-none tracking-[-0.02em]">{t('login.hello')}</p>
        <p className="mt-3 max-w-[30ch] text-lg leading-snug">{t('login.pitch')}</p>
      </section>
      {farewell && !problem && <Notice kind="good">{t(farewell)}</Notice>}
      {whereTo(next) !== null && !problem && <Notice kind="plain">{t('login.expired')}</Notice>}
      <form
        ref={form}
        noValidate
        onSubmit={submit(send)}
        onChange={(event) => check(event.currentTarget)}
        className="grid gap-4"
      >
        <div className="empty:hidden">{refusal && <Notice kind="bad">{refusal}</Notice>}</div>
        <TextField
          label={t('login.email')}
          error={errorOf('email')}
          autoComplete="username"
          {...EMAIL_INPUT}
          name="email"
        />
        <PasswordField
          label={t('login.password')}
          error={errorOf('password')}
          autoComplete="current-password"
          name="password"
        />
        <button type="submit" className="act" aria-disabled={busy}>
          {t(busy ? 'login.busy' : 'title.login')}
        </button>
        {canUsePasskeys() && (
          <button type="button" className="btn" aria-disabled={busy} onClick={() => void sendPasskey()}>
            {t('login.passkey')}
          </button>
        )}
      </form>
      <div className="flex flex-wrap gap-x-6">
        <ScreenLink screen="register" className={LINK}>
          {t('title.register')}
        </ScreenLink>
        <ScreenLink screen="password" className={LINK} onClick={() => takeAlong(form.current)}>
          {t('login.forgot')}
        </ScreenLink>
      </div>
      {service?.messagesOpen && <DemoMessages />}
      <Preferences />
    </div>
  )
}

/** The form's state; a driver who is signed in leaves for `next`. */
function useSignIn(next: string | undefined) {
  const { t } = useWords()
  const session = useQuery(sessionQuery)
  /** Fields left empty; null before the first try. */
  const [missing, setMissing] = useState<readonly string[] | null>(null)
  const signIn = useMutation({ mutationFn: enter })

  const driver = session.data
  useEffect(() => {
    if (!driver) return
    navigate(whereTo(next) ?? `/${startScreen(driver)}`, { replace: true })
  }, [driver, next])

  async function send(form: HTMLFormElement) {
    const empty = findEmpty(form)
    setMissing(empty)
    if (empty.length > 0) return focusFault(form)
    const { email, password } = readFields(form)
    try {
      await begin({ email: email.trim(), password })
    } catch {
      form.querySelector<HTMLInputElement>('[name="password"]')?.select()
    }
  }

  async function begin(way: Fields | 'passkey') {
    const answer = await signIn.mutateAsync(way)
    if (answer === null) return
    // Without the texts of their language, the session begins in this one.
    await speakAs(answer.driver).catch(() => {})
    await takeDriver(answer.driver)
  }
  return {
    errorOf: (name: keyof Fields) => (missing?.includes(name) ? t('error.field.required') : undefined),
    /** Marks empty fields again, after the first try. */
    check: (form: HTMLFormElement) => missing && setMissing(findEmpty(form)),
    send,
    sendPasskey: async () => signIn.isPending || (await begin('passkey').catch(() => {})),
    busy: signIn.isPending,
    problem: signIn.error ? toProblem(signIn.error) : null,
  }
}

/**
 * Signs in; null if the device's question was closed. While a flood fills the server, this device works for
 * its turn, and tries again.
 */
async function enter(fields: Fields | 'passkey') {
  if (fields === 'passkey') {
    const { signChallenge } = await import('./passkey.ts')
    const signature = await signChallenge()
    return signature && (await api.accounts.signInWithPasskey(signature))
  }
  try {
    return await api.accounts.signIn(fields)
  } catch (busy) {
    if (toProblem(busy).code !== 'accounts.busy') throw busy
    const { proveWork } = await import('./captcha.ts')
    const captcha = await proveWork()
    if (captcha === null) throw busy
    return await api.accounts.signIn({ ...fields, captcha })
  }
}

/** The reset opens with the e-mail that was typed here. */
function takeAlong(form: HTMLFormElement | null): void {
  const email = form === null ? '' : readFields(form).email.trim()
  if (email !== '') writeResetDraft({ ...NO_RESET, email })
}

/** Read from the form itself, since some browsers fill a saved password in without an event. */
function readFields(form: HTMLFormElement): Fields {
  return Object.fromEntries(new FormData(form)) as Fields
}

function findEmpty(form: HTMLFormElement): string[] {
  const fields = Object.entries(readFields(form))
  return fields.filter(([, value]) => value === '').map(([name]) => name)
}

/** The destination; null for home. Only addresses of this app, never an external link. */
function whereTo(next: string | undefined): string | null {
  if (next === undefined || !/^\/[\w-]/.test(next)) return null
  const screen = screenOf(next.split('?')[0] ?? '')
  return screen === null || isHome(screen) ? null : next
}

/** What was done just before the sign-in opened, from its address (`?done=password`). */
const DONE = { password: 'login.done_password', removed: 'login.done_removed' } as const

export type Done = keyof typeof DONE

/** The key of the text; null for any other value in the address. */
export function readDone(word: unknown): (typeof DONE)[Done] | null {
  return typeof word === 'string' && Object.hasOwn(DONE, word) ? DONE[word as Done] : null
}

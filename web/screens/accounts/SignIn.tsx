import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api, toProblem } from '../../client.ts'
import { rememberDriver } from '../../driver.ts'
import { setLanguage, useWords } from '../../i18n.ts'
import { readKept } from '../../kept.ts'
import { queryClient, sessionQuery } from '../../queries.ts'
import { Notice } from '../../ui/Notice.tsx'
import { ScreenLink } from '../../ui/ScreenLink.tsx'
import { Preferences } from '../shell/Preferences.tsx'
import { homeScreen } from '../shell/menu.ts'
import { screenOf } from '../table.ts'

type Fields = { email: string; password: string }

/** Signing in; afterwards the driver is where they wanted to go. */
export function SignIn() {
  const { t, say } = useWords()
  const { next } = useSearch({ strict: false }) as { next?: string }
  const navigate = useNavigate()
  const session = useQuery(sessionQuery)
  const [shown, setShown] = useState(false)
  const { register, handleSubmit, formState, setFocus } = useForm<Fields>({
    defaultValues: { email: '', password: '' },
  })
  const signIn = useMutation({ mutationFn: (fields: Fields) => api.accounts.signIn(fields) })
  const refusal = useRef<HTMLDivElement>(null)

  const driver = session.data
  useEffect(() => {
    if (!driver) return
    void navigate({ href: whereTo(next) ?? `/${homeScreen(driver)}`, replace: true })
  }, [driver, next, navigate])

  const submit = handleSubmit(async (fields) => {
    try {
      const answer = await signIn.mutateAsync({ email: fields.email.trim(), password: fields.password })
      rememberDriver(answer.driver)
      // A language chosen on this device stays; otherwise the driver's own.
      if (readKept('language') === null) await setLanguage(answer.driver.language)
      queryClient.setQueryData(sessionQuery.queryKey, answer.driver)
    } catch {
      setFocus('password', { shouldSelect: true })
    }
  })
  const problem = signIn.error ? toProblem(signIn.error) : null
  const { errors } = formState
  return (
    <div className="mx-auto grid w-full max-w-[27rem] flex-1 content-start gap-5 px-4 pb-10 pt-2 lg:content-center">
      <section className="sign p-6 pt-7">
        <p className="text-[2.5rem] font-extrabold leading-none tracking-[-0.02em]">{t('login.hello')}</p>
        <p className="mt-3 max-w-[30ch] text-lg leading-snug">{t('login.pitch')}</p>
      </section>
      {whereTo(next) !== null && !problem && <Notice kind="plain">{t('login.expired')}</Notice>}
      <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
        <div ref={refusal} className="empty:hidden">
          {problem && <Notice kind="bad">{say(`error.${problem.code}`, problem.params)}</Notice>}
        </div>
        <div className="grid gap-1">
          <label htmlFor="email" className="font-semibold">
            {t('login.email')}
          </label>
          <input
            id="email"
            type="email"
            autoComplete="username"
            inputMode="email"
            autoCapitalize="none"
            spellCheck={false}
            className="field"
            aria-invalid={errors.email !== undefined}
            aria-describedby="email-error"
            {...register('email', { required: true })}
          />
          <p id="email-error" className="text-red empty:hidden">
            {errors.email ? t('login.need_email') : ''}
          </p>
        </div>
        <div className="grid gap-1">
          <label htmlFor="password" className="font-semibold">
            {t('login.password')}
          </label>
          <div className="relative">
            <input
              id="password"
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              className="field pr-24"
              aria-invalid={errors.password !== undefined}
              aria-describedby="password-error"
              {...register('password', { required: true })}
            />
            <button
              type="button"
              className="absolute inset-y-0 right-0 min-h-12 rounded-xl px-4 font-bold text-muted"
              aria-label={t(shown ? 'login.hide_password' : 'login.show_password')}
              onClick={() => setShown(!shown)}
            >
              {t(shown ? 'login.hide' : 'login.show')}
            </button>
          </div>
          <p id="password-error" className="text-red empty:hidden">
            {errors.password ? t('login.need_password') : ''}
          </p>
        </div>
        <button type="submit" className="act" aria-disabled={signIn.isPending}>
          {t(signIn.isPending ? 'login.busy' : 'login.go')}
        </button>
      </form>
      <div className="flex flex-wrap gap-x-6">
        <ScreenLink screen="register" className="inline-flex min-h-12 items-center font-bold underline">
          {t('login.register')}
        </ScreenLink>
        <ScreenLink screen="password" className="inline-flex min-h-12 items-center font-bold underline">
          {t('login.forgot')}
        </ScreenLink>
      </div>
      <Preferences />
    </div>
  )
}

/** The address to go on to; null where home will do. Only addresses of this app, never one that a link put there. */
function whereTo(next: unknown): string | null {
  if (typeof next !== 'string' || !/^\/[\w-]/.test(next)) return null
  const screen = screenOf(next.split('?')[0] ?? '')
  return screen === null || screen === 'home' || screen === 'spark-home' ? null : next
}

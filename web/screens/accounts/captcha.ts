/** The human check before a code is sent: `useCaptcha()` holds it, `<CaptchaField>` shows it. */
export { CaptchaField } from './captcha/CaptchaField.tsx'
export { proveWork } from './captcha/solve.ts'
export { useCaptcha } from './captcha/use-captcha.ts'

import { outline } from './icon.ts'

// The drawings of sign-in, and of what it shares with the frame.
export const IconDeviceMobile = outline(
  'M6 5a2 2 0 0 1 2 -2h8a2 2 0 0 1 2 2v14a2 2 0 0 1 -2 2h-8a2 2 0 0 1 -2 -2v-14M11 4h2M12 17v.01',
)
export const IconMailOpened = outline(
  'M3 9l9 6l9 -6l-9 -6l-9 6M21 9v10a2 2 0 0 1 -2 2h-14a2 2 0 0 1 -2 -2v-10M3 19l6 -6M15 13l6 6',
)
export const IconMoon = outline(
  'M12 3c.132 0 .263 0 .393 0a7.5 7.5 0 0 0 7.92 12.446a9 9 0 1 1 -8.313 -12.454l0 .008',
)
export const IconSun = outline(
  'M8 12a4 4 0 1 0 8 0a4 4 0 1 0 -8 0M3 12h1m8 -9v1m8 8h1m-9 8v1m-6.4 -15.4l.7 .7m12.1 -.7l-.7 .7m0 11.4l.7 .7m-12.1 -.7l-.7 .7',
)

/** The dark backdrop of a drawer or sheet; fades with the swipe. */
export const SHADE =
  'fixed inset-0 z-40 min-h-dvh bg-black opacity-[calc(.6*(1-var(--drawer-swipe-progress)))] transition-opacity duration-300 data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0 motion-reduce:transition-none'

import { createElement } from 'react'
import type { ReactElement, SVGProps } from 'react'

/**
 * An icon in the color of the text around it; `size` is in pixels. The files of this folder are drawings of
 * Tabler Icons 3.51.0, 24 units square: another one is its name and the paths of its SVG file.
 */
export type Icon = (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactElement

/** An icon of lines, from the paths of its drawing. */
export function outline(...paths: string[]): Icon {
  return draw(paths, {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  })
}

/** An icon of filled shapes, from the paths of its drawing. */
export function filled(...paths: string[]): Icon {
  return draw(paths, { fill: 'currentColor' })
}

// The paths of Tabler's drawings begin at absolute positions: together they are one path.
function draw(paths: string[], look: SVGProps<SVGSVGElement>): Icon {
  const d = paths.join('')
  return ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      { width: size, height: size, viewBox: '0 0 24 24', ...look, ...rest },
      createElement('path', { d }),
    )
}

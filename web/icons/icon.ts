import { createElement } from 'react'
import type { ReactElement, SVGProps } from 'react'

/**
 * An icon in the color of the text around it; `size` is in pixels. The drawings of this folder are
 * Tabler Icons 3.51.0, 24 units square: another one is its name and the paths of its SVG file put together,
 * since they begin at absolute positions. It stands in the file of those who load it: home has no other one.
 */
export type Icon = (props: SVGProps<SVGSVGElement> & { size?: number }) => ReactElement

/** An icon of lines, from the path of its drawing. */
export function outline(path: string): Icon {
  return draw(path, {
    fill: 'none',
    stroke: 'currentColor',
    strokeWidth: 2,
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  })
}

/** An icon of filled shapes, from the path of its drawing. */
export function filled(path: string): Icon {
  return draw(path, { fill: 'currentColor' })
}

function draw(d: string, look: SVGProps<SVGSVGElement>): Icon {
  return ({ size = 24, ...rest }) =>
    createElement(
      'svg',
      { width: size, height: size, viewBox: '0 0 24 24', ...look, ...rest },
      createElement('path', { d }),
    )
}

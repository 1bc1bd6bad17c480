import { Component, createElement, type ComponentType, type ReactNode } from 'react'

type Props = {
  /** What is drawn: another one is tried anew. */
  of: unknown
  Fallback: ComponentType<{ error: unknown }>
  children: ReactNode
}
type State = { of: unknown; fault: { error: unknown } | null }

/** Shows a fallback in place of what cannot be drawn. React asks for a class. */
export class CatchBoundary extends Component<Props, State> {
  override state: State = { of: this.props.of, fault: null }

  static getDerivedStateFromError(error: unknown): Partial<State> {
    return { fault: { error } }
  }

  static getDerivedStateFromProps({ of }: Props, state: State): Partial<State> | null {
    return of === state.of ? null : { of, fault: null }
  }

  override render(): ReactNode {
    const { fault } = this.state
    return fault === null ? this.props.children : createElement(this.props.Fallback, fault)
  }
}

import { Counter, Gauge } from 'prom-client'
import type { Registry } from 'prom-client'

/** Sets one value. */
export type SetValue = (value: number, labels?: Record<string, string>) => void

/** Registers a gauge whose values are read whenever the metrics are; what is not set then has no value. */
export function gauge(
  register: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: (set: SetValue) => void | Promise<void>,
): void {
  const metric = new Gauge({
    name,
    help,
    labelNames,
    registers: [],
    async collect() {
      // A reset sets a gauge without labels to 0, which would be a value.
      if (labelNames.length === 0) this.remove()
      else this.reset()
      await read((value, labels = {}) => this.set(labels, value))
    },
  })
  register.registerMetric(metric)
}

/** Registers a counter that is counted elsewhere, and read whenever the metrics are. */
export function counter(
  register: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: (set: SetValue) => void,
): void {
  const metric = new Counter({
    name,
    help,
    labelNames,
    registers: [],
    collect() {
      this.reset()
      read((value, labels = {}) => this.inc(labels, value))
    },
  })
  register.registerMetric(metric)
}

import { monitorEventLoopDelay } from 'node:perf_hooks'
import { getHeapSpaceStatistics } from 'node:v8'
import type { Registry } from 'prom-client'
import { counter, gauge } from './read.ts'

const NS = 1e9
const US = 1e6
/** How often the event loop is looked at, ms. */
const RESOLUTION_MS = 10

/**
 * Registers what Node tells of this process, by the names of OpenTelemetry's semantic conventions for
 * processes, V8 and Node.js; of the event loop since the last time that the metrics were read.
 */
export function watchRuntime(register: Registry): void {
  const delay = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delay.enable()
  gauge(register, 'nodejs_eventloop_delay_p50_seconds', 'Lateness of the event loop, middle', [], (set) =>
    set(delay.percentile(50) / NS),
  )
  gauge(
    register,
    'nodejs_eventloop_delay_p99_seconds',
    'Lateness of the event loop, 99 of 100',
    [],
    (set) => {
      set(delay.percentile(99) / NS)
      delay.reset()
    },
  )
  counter(register, 'process_cpu_time_seconds_total', 'CPU time by mode', ['cpu_mode'], (set) => {
    const { user, system } = process.cpuUsage()
    set(user / US, { cpu_mode: 'user' })
    set(system / US, { cpu_mode: 'system' })
  })
  gauge(register, 'process_memory_usage_bytes', 'Physical memory in use', [], (set) =>
    set(process.memoryUsage.rss()),
  )
  gauge(register, 'process_uptime_seconds', 'Since the process began', [], (set) => set(process.uptime()))
  gauge(
    register,
    'v8js_memory_heap_used_bytes',
    'Heap in use by its spaces',
    ['v8js_heap_space_name'],
    (set) => {
      for (const { space_name: name, space_used_size: used } of getHeapSpaceStatistics())
        set(used, { v8js_heap_space_name: name })
    },
  )
}

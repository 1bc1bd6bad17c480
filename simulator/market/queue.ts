/** Future events, in order of time, then in order of scheduling. */
export interface EventQueue {
  /** Schedules `run` for `at` (epoch ms). */
  push(at: number, run: () => void): void
  /** When the next event is due, or Infinity. */
  nextAt(): number
  /** Removes and returns the next event. */
  pop(): { at: number; run: () => void } | undefined
  size(): number
}

interface Event {
  at: number
  order: number
  run: () => void
}

/** An empty queue (a binary heap). */
export function createQueue(): EventQueue {
  const heap: Event[] = []
  let scheduled = 0
  return {
    push(at, run) {
      heap.push({ at, order: scheduled++, run })
      rise(heap)
    },
    nextAt: () => heap[0]?.at ?? Number.POSITIVE_INFINITY,
    pop() {
      const first = heap[0]
      const last = heap.pop()
      if (first === undefined || last === undefined) return undefined
      if (heap.length > 0) {
        heap[0] = last
        sink(heap)
      }
      return first
    },
    size: () => heap.length,
  }
}

function comesBefore(a: Event, b: Event): boolean {
  return a.at < b.at || (a.at === b.at && a.order < b.order)
}

function rise(heap: Event[]): void {
  let index = heap.length - 1
  const moving = heap[index] as Event
  while (index > 0) {
    const parentIndex = (index - 1) >> 1
    const parent = heap[parentIndex] as Event
    if (!comesBefore(moving, parent)) break
    heap[index] = parent
    index = parentIndex
  }
  heap[index] = moving
}

function sink(heap: Event[]): void {
  let index = 0
  const moving = heap[0] as Event
  for (;;) {
    let childIndex = 2 * index + 1
    if (childIndex >= heap.length) break
    const right = heap[childIndex + 1]
    if (right !== undefined && comesBefore(right, heap[childIndex] as Event)) childIndex++
    const child = heap[childIndex] as Event
    if (!comesBefore(child, moving)) break
    heap[index] = child
    index = childIndex
  }
  heap[index] = moving
}

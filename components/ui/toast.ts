/** Toasts by sonner, which is loaded with the first one; until then toasts wait in a queue. */
import type { ExternalToast, toast as sonnerToast } from 'sonner'

type Show = (toast: typeof sonnerToast) => void

const queue: Show[] = []
let listener: (() => void) | undefined
let nextId = 0

/** Returns a function that unsubscribes. */
export function subscribeToToasts(onToast: () => void): () => void {
  listener = onToast
  if (queue.length > 0) onToast()
  return () => {
    listener = undefined
  }
}

export function takeToasts(): Show[] {
  return queue.splice(0)
}

type Kind = 'success' | 'error' | 'info' | 'loading' | 'message'

/** Returns a function that shows a toast and returns its id, by which another toast can replace it. */
function createToast(kind: Kind) {
  return (text: string, options: ExternalToast = {}): string | number => {
    const id = options.id ?? `toast-${nextId++}`
    queue.push((toast) => toast[kind](text, { ...options, id }))
    listener?.()
    return id
  }
}

export const toast = Object.assign(createToast('message'), {
  success: createToast('success'),
  error: createToast('error'),
  info: createToast('info'),
  loading: createToast('loading'),
})

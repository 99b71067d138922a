/** Toasts by sonner, loaded with the first. */
import type { ExternalToast, toast as sonnerToast } from 'sonner'

type Show = (toast: typeof sonnerToast) => void

const waiting: Show[] = []
let listener: (() => void) | undefined
let nextId = 0

/** Returns a function that unsubscribes. */
export function subscribeToToasts(onToast: () => void): () => void {
  listener = onToast
  if (waiting.length > 0) onToast()
  return () => {
    listener = undefined
  }
}

export function takeToasts(): Show[] {
  return waiting.splice(0)
}

type Kind = 'success' | 'error' | 'info' | 'loading' | 'message'

/** Toasts return their id, for replacement. */
function shown(kind: Kind) {
  return (text: string, options: ExternalToast = {}): string | number => {
    const id = options.id ?? `toast-${nextId++}`
    waiting.push((toast) => toast[kind](text, { ...options, id }))
    listener?.()
    return id
  }
}

export const toast = Object.assign(shown('message'), {
  success: shown('success'),
  error: shown('error'),
  info: shown('info'),
  loading: shown('loading'),
})

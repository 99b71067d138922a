import { useRef } from 'react'

type FocusHandlers = {
  onOpenAutoFocus?: (event: Event) => void
  onCloseAutoFocus?: (event: Event) => void
}

/**
 * Handlers that focus what was focused before a dialog opened. Radix does that only for a trigger of its own, and else
 * leaves the focus on the body.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers = {}): FocusHandlers {
  const opener = useRef<Element>(null)
  return {
    onOpenAutoFocus(event) {
      opener.current = document.activeElement
      onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus(event) {
      onCloseAutoFocus?.(event)
      const { current } = opener
      if (event.defaultPrevented || !(current instanceof HTMLElement)) return
      if (!current.isConnected || current === document.body) return
      event.preventDefault()
      current.focus()
    },
  }
}

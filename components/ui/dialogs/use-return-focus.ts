import { useRef } from 'react'
import { rememberFocus } from '../remember-focus.ts'

type FocusHandlers = {
  onOpenAutoFocus?: (event: Event) => void
  onCloseAutoFocus?: (event: Event) => void
}

/**
 * Handlers that focus what was focused before a dialog opened, or what is left around it. Radix does that only for a
 * trigger of its own that is still there, and else leaves the focus on the body.
 */
export function useReturnFocus({ onOpenAutoFocus, onCloseAutoFocus }: FocusHandlers = {}): FocusHandlers {
  const goBack = useRef<() => boolean>(undefined)
  return {
    onOpenAutoFocus(event) {
      goBack.current = rememberFocus(document.activeElement)
      onOpenAutoFocus?.(event)
    },
    onCloseAutoFocus(event) {
      onCloseAutoFocus?.(event)
      // Content that another one replaced while the dialog stays open.
      const isInNext = document.activeElement?.closest('[role=dialog], [role=alertdialog]')
      if (!event.defaultPrevented && (isInNext || goBack.current?.())) event.preventDefault()
    },
  }
}

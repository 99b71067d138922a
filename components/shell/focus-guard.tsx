import { useEffect } from 'react'
import { rememberFocus } from '../ui/remember-focus.ts'

/** The check waits for dialogs and pages that move the focus themselves. */
const CHECK_DELAY_MS = 50

/** Focuses the nearest remaining ancestor when an action removes or disables the pressed button. */
export function FocusGuard() {
  useEffect(() => {
    let goBack = rememberFocus(document.activeElement)
    let focused = document.activeElement
    let timer: ReturnType<typeof setTimeout> | undefined
    const onFocus = () => {
      focused = document.activeElement
      goBack = rememberFocus(focused)
    }
    const isGone = () => !focused?.isConnected || focused.matches(':disabled')
    const check = () => {
      timer = undefined
      if (document.activeElement === document.body && isGone()) goBack()
    }
    // A disabled element loses the focus only at the next frame.
    const observer = new MutationObserver(() => {
      if (isGone()) timer ??= setTimeout(check, CHECK_DELAY_MS)
    })
    document.addEventListener('focusin', onFocus)
    observer.observe(document.body, { childList: true, subtree: true, attributeFilter: ['disabled'] })
    return () => {
      clearTimeout(timer)
      document.removeEventListener('focusin', onFocus)
      observer.disconnect()
    }
  }, [])
  return null
}

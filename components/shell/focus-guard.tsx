import { useEffect } from 'react'
import { rememberFocus } from '../ui/remember-focus.ts'

/** After the dialogs and pages that move the focus themselves. */
const LATER_MS = 50

/** When what an action changes removes or disables the pressed button, its nearest ancestor that is left is focused. */
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
      if (isGone()) timer ??= setTimeout(check, LATER_MS)
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

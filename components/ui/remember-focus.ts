/**
 * Returns a function that focuses the element, or its nearest ancestor that is left once the element was removed. That
 * function returns false if there is none below the body, or if the focus is elsewhere.
 */
export function rememberFocus(element: Element | null): () => boolean {
  const line: Element[] = []
  for (let at = element; at && at !== document.body; at = at.parentElement) line.push(at)
  return () => {
    const left = line.find(({ isConnected }) => isConnected)
    if (!(left instanceof HTMLElement) || !document.activeElement?.contains(left)) return false
    if (left === element) {
      left.focus()
      saveFocus(left)
      return true
    }
    if (!left.hasAttribute('tabindex')) left.tabIndex = -1
    left.focus({ preventScroll: true })
    return true
  }
}

/** When the element is removed while it has the focus, the focus moves to its nearest ancestor that is left. */
export function saveFocus(element: Element | null): void {
  if (!element || element === document.body) return
  const goBack = rememberFocus(element)
  const observer = new MutationObserver(() => {
    if (element.isConnected) return
    observer.disconnect()
    if (document.activeElement === document.body) goBack()
  })
  observer.observe(document.body, { childList: true, subtree: true })
  document.addEventListener('focusin', () => observer.disconnect(), { once: true })
}

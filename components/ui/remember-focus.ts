/**
 * Returns a function that focuses the element, or its nearest ancestor that is left once the element was removed or
 * disabled. That function returns false if there is none below the body, or if the focus is elsewhere.
 */
export function rememberFocus(element: Element | null): () => boolean {
  const ancestors: Element[] = []
  for (let at = element; at && at !== document.body; at = at.parentElement) ancestors.push(at)
  return () => {
    const remaining = ancestors.find((element) => element.isConnected && !element.matches(':disabled'))
    if (!(remaining instanceof HTMLElement) || !document.activeElement?.contains(remaining)) return false
    if (remaining !== element && !remaining.hasAttribute('tabindex')) remaining.tabIndex = -1
    remaining.focus({ preventScroll: remaining !== element })
    return true
  }
}

/** Focuses the first control inside and selects its text. */
export function focusFirst(element: Element | null | undefined): void {
  const first = element?.querySelector<HTMLElement>(
    'input:not([type=hidden]):not(:disabled), textarea:not(:disabled), select:not(:disabled), button:not(:disabled)',
  )
  first?.focus()
  if (first instanceof HTMLInputElement) first.select()
}

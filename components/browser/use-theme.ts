/** Sets the theme in a cookie for the next page and on <html> for this one. */
'use client'

import { useSyncExternalStore } from 'react'
import { parseTheme, THEME_COOKIE, type Theme } from '#lib/kernel/site/theme.ts'

const YEAR_SECONDS = 31_536_000
const CHANGED = 'guildhall-theme-changed'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const theme = useSyncExternalStore(subscribe, currentTheme, () => 'system' as const)
  return [theme, choose]
}

export function currentTheme(): Theme {
  return parseTheme(document.documentElement.dataset.theme)
}

function choose(theme: Theme) {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not everywhere yet
  document.cookie = `${THEME_COOKIE}=${theme}; path=/; max-age=${YEAR_SECONDS}; samesite=lax`
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  window.dispatchEvent(new Event(CHANGED))
}

function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange)
  return () => window.removeEventListener(CHANGED, onChange)
}

'use client'

/** What a page can be told to do, by ⌘K here or by a command from elsewhere. */
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import type { PageDeed } from '#lib/contract/market/core-commands.ts'
import type { Theme } from '#lib/contract/market/theme.ts'
import { currentTheme, useTheme } from './use-theme.ts'

export function usePageDeed(): (deed: PageDeed) => void {
  const router = useRouter()
  const [, chooseTheme] = useTheme()
  return useCallback(
    (deed: PageDeed) => {
      if (deed.command === 'goTo') router.push(deed.href)
      else chooseTheme(deed.theme === 'toggle' ? otherTheme() : deed.theme)
    },
    [router, chooseTheme],
  )
}

/** What is not seen now: "as the system" is one of the two as well. */
function otherTheme(): Theme {
  const theme = currentTheme()
  const isDark =
    theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  return isDark ? 'light' : 'dark'
}

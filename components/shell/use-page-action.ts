'use client'

/** What a page can be told to do, by ⌘K here or by a command from elsewhere. */
import { useRouter } from 'next/navigation'
import { useCallback } from 'react'
import type { PageAction } from '#lib/contract/market/core-commands.ts'
import type { Theme } from '#lib/contract/market/theme.ts'
import { currentTheme, useTheme } from './use-theme.ts'

export function usePageAction(): (action: PageAction) => void {
  const router = useRouter()
  const [, chooseTheme] = useTheme()
  return useCallback(
    (action: PageAction) => {
      if (action.command === 'goTo') router.push(action.href)
      else chooseTheme(action.theme === 'toggle' ? otherTheme() : action.theme)
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

'use client'

/**
 * Does what is asked of the page in front: by a tool, an agent or a plan of the person who looks at it. What there is
 * to ask is `PageDeed` (core-commands.ts).
 */
import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { parseTheme, type Theme } from '#lib/contract/market/theme.ts'
import { hearPage } from './live-channel.ts'
import { currentTheme, useTheme } from './use-theme.ts'

export function PageCommands() {
  const router = useRouter()
  const [, chooseTheme] = useTheme()

  useEffect(
    () =>
      hearPage((event) => {
        if (event.what !== 'command') return
        const { command, args } = event
        if (command === 'goTo' && typeof args.href === 'string' && isOurs(args.href)) router.push(args.href)
        if (command === 'theme') chooseTheme(themeFor(args.theme))
      }),
    [router, chooseTheme],
  )
  return null
}

/** A path of this site. */
function isOurs(href: string): boolean {
  return /^\/(?![/\\])/.test(href)
}

function themeFor(asked: unknown): Theme {
  if (asked !== 'toggle') return parseTheme(typeof asked === 'string' ? asked : undefined)
  const theme = currentTheme()
  const isDark =
    theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  return isDark ? 'light' : 'dark'
}

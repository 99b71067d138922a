'use client'

/**
 * Does what is asked of the page in front: by a tool, an agent or a plan of the person who looks at it. What there is
 * to ask is `PageAction` (core-commands.ts).
 */
import { useEffect } from 'react'
import type { PageAction } from '#lib/contract/market/core-commands.ts'
import { parseTheme } from '#lib/contract/market/theme.ts'
import { hearPage } from './live-channel.ts'
import { usePageAction } from './use-page-action.ts'

export function PageCommands() {
  const perform = usePageAction()

  useEffect(
    () =>
      hearPage((event) => {
        const action = event.what === 'command' ? readAction(event) : undefined
        if (action) perform(action)
      }),
    [perform],
  )
  return null
}

type Heard = { command: string; args: { [key: string]: unknown } }

/** Undefined for what this page does not know: it may be older than the server. */
function readAction({ command, args: { href, theme } }: Heard): PageAction | undefined {
  if (command === 'goTo' && typeof href === 'string' && isOurs(href)) return { command, href }
  if (command !== 'theme') return undefined
  return {
    command,
    theme: theme === 'toggle' ? theme : parseTheme(typeof theme === 'string' ? theme : undefined),
  }
}

/** A path of this site. */
function isOurs(href: string): boolean {
  return /^\/(?![/\\])/.test(href)
}

'use client'

/**
 * Does what is asked of the page in front: by a tool, an agent or a plan of the person who looks at it. What there is
 * to ask is `PageDeed` (core-commands.ts).
 */
import { useEffect } from 'react'
import type { PageDeed } from '#lib/contract/market/core-commands.ts'
import { parseTheme } from '#lib/contract/market/theme.ts'
import { hearPage } from './live-channel.ts'
import { usePageDeed } from './use-page-deed.ts'

export function PageCommands() {
  const perform = usePageDeed()

  useEffect(
    () =>
      hearPage((event) => {
        const deed = event.what === 'command' ? readDeed(event) : undefined
        if (deed) perform(deed)
      }),
    [perform],
  )
  return null
}

type Heard = { command: string; args: { [key: string]: unknown } }

/** Undefined for what this page does not know: it may be older than the server. */
function readDeed({ command, args: { href, theme } }: Heard): PageDeed | undefined {
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

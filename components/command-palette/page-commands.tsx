/** Performs a `PageAction` (core-commands.ts) for a tool, agent or plan of this user. */
'use client'

import { useEffect } from 'react'
import { parseTheme } from '#lib/kernel/site/theme.ts'
import type { PageAction } from '#lib/tools/command-palette/core-commands.ts'
import { acknowledgeCommand, subscribeToPageEvents } from '../browser/live-channel.ts'
import { useBrowserCommand } from './use-commands.ts'

export function PageCommands() {
  const perform = useBrowserCommand()

  useEffect(
    () =>
      subscribeToPageEvents((event) => {
        const action = event.kind === 'command' ? readAction(event) : undefined
        if (!action || event.kind !== 'command') return
        perform(action)
        acknowledgeCommand(event.id)
      }),
    [perform],
  )
  return null
}

type ReceivedCommand = { command: string; args: { [key: string]: unknown } }

/** Returns undefined for unknown commands, because the page may be older than the server. */
function readAction({ command, args: { href, theme } }: ReceivedCommand): PageAction | undefined {
  if (command === 'goTo' && typeof href === 'string' && isSitePath(href)) return { command, href }
  if (command !== 'theme') return undefined
  return {
    command,
    theme: theme === 'toggle' ? theme : parseTheme(typeof theme === 'string' ? theme : undefined),
  }
}

function isSitePath(href: string): boolean {
  return /^\/(?![/\\])/.test(href)
}

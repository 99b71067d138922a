/** Performs a `PageAction` (core-commands.ts) for a tool, agent or plan of this user. */
'use client'

import { useEffect } from 'react'
import { parseTheme, type Theme } from '#lib/kernel/site/theme.ts'
import type { PageAction } from '#lib/tools/command-palette/core-commands.ts'
import { acknowledgeCommand, subscribeToPageEvents } from '../browser/live-channel.ts'
import { currentTheme, useTheme } from '../browser/use-theme.ts'
import { toast } from '../ui/toast.ts'
import { useBrowserCommand } from './use-commands.ts'

export function PageCommands() {
  const perform = useBrowserCommand()
  const [, chooseTheme] = useTheme()

  useEffect(
    () =>
      subscribeToPageEvents((event) => {
        const action = event.kind === 'command' ? readAction(event) : undefined
        if (!action || event.kind !== 'command') return
        const before = currentTheme()
        perform(action)
        if (action.command === 'theme') announceTheme(before, chooseTheme)
        acknowledgeCommand(event.id)
      }),
    [perform, chooseTheme],
  )
  return null
}

/** Says who changed the colours of the page, because the person did not. */
function announceTheme(before: Theme, choose: (theme: Theme) => void) {
  toast.info('A program that works for you changed the theme.', {
    action: { label: 'Undo', onClick: () => choose(before) },
  })
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

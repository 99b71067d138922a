'use client'

import { useRouter } from 'next/navigation'
import { useCallback, useEffect, useState } from 'react'
import { isObject } from '#lib/kernel/json/json.ts'
import { paths } from '#lib/kernel/site/paths.ts'
import type { Theme } from '#lib/kernel/site/theme.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { RunView } from '#lib/runs/views/run-view.ts'
import type { PageAction } from '#lib/tools/command-palette/core-commands.ts'
import type { SkillCommand } from '#lib/tools/command-palette/list-commands.ts'
import { currentTheme, useTheme } from '../browser/use-theme.ts'
import { toast } from '../ui/toast.ts'

export type CommandActions = {
  listSkillCommands: () => Promise<ActionResult<SkillCommand[]>>
  runCommand: (id: string) => Promise<ActionResult<RunView>>
}

/** Returns the commands of installed skills; an empty list for visitors and after a failed request. */
export function useSkillCommands(isSignedIn: boolean, { listSkillCommands }: CommandActions): SkillCommand[] {
  const [commands, setCommands] = useState<SkillCommand[]>([])
  useEffect(() => {
    if (!isSignedIn) return
    let isMounted = true
    listSkillCommands()
      .then((listed) => isMounted && listed.ok && setCommands(listed.data))
      .catch(() => {})
    return () => {
      isMounted = false
    }
  }, [isSignedIn, listSkillCommands])
  return commands
}

export function useServerCommand({ runCommand }: CommandActions): (id: string) => void {
  const router = useRouter()
  return async (id) => {
    const result = await runCommand(id).catch(() => undefined)
    if (!result?.ok) return void toast.error(result?.error.message ?? 'The server did not respond.')
    const { id: runId, output, error } = result.data
    const errorMessage = error?.message ?? (isObject(output) ? output.errorMessage : undefined)
    if (typeof errorMessage === 'string') return void toast.error(errorMessage)
    toast.success('Done.', { action: { label: 'View run', onClick: () => router.push(paths.run(runId)) } })
  }
}

/** Copies a message to an agent, because no agent listens on this site. */
export async function copyForAgent(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () =>
      toast.success(`Copied “${text}”. Paste it into your conversation with the agent that uses this skill.`),
    () => toast.error(`The message “${text}” is meant for an agent, but it could not be copied.`),
  )
}

export function useBrowserCommand(): (action: PageAction) => void {
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

/** Returns the theme that is not in use, where “system” counts as the theme that it means. */
function otherTheme(): Theme {
  const theme = currentTheme()
  const isDark =
    theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  return isDark ? 'light' : 'dark'
}

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

/** Empty for visitors and after a failed request. */
export function useSkillCommands(isSignedIn: boolean, { listSkillCommands }: CommandActions): SkillCommand[] {
  const [commands, setCommands] = useState<SkillCommand[]>([])
  useEffect(() => {
    if (!isSignedIn) return
    let isHere = true
    listSkillCommands()
      .then((listed) => isHere && listed.ok && setCommands(listed.data))
      .catch(() => {})
    return () => {
      isHere = false
    }
  }, [isSignedIn, listSkillCommands])
  return commands
}

export function useServerCommand({ runCommand }: CommandActions): (id: string) => void {
  const router = useRouter()
  return async (id) => {
    const begun = await runCommand(id).catch(() => undefined)
    if (!begun?.ok) return void toast.error(begun?.error.message ?? 'The server did not respond.')
    const { id: runId, output, error } = begun.data
    const errorMessage = error?.message ?? (isObject(output) ? output.errorMessage : undefined)
    if (typeof errorMessage === 'string') return void toast.error(errorMessage)
    toast.success('Done.', { action: { label: 'View run', onClick: () => router.push(paths.run(runId)) } })
  }
}

/** A message to an agent is copied, because no agent listens on this site. */
export async function copyForAgent(text: string): Promise<void> {
  await navigator.clipboard.writeText(text).then(
    () =>
      toast.success(`Copied “${text}”. Paste it into your conversation with the agent that uses this skill.`),
    () => toast.error(`This button is a message to an agent: “${text}”. It could not be copied.`),
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

/** Resolves "system" first. */
function otherTheme(): Theme {
  const theme = currentTheme()
  const isDark =
    theme === 'system' ? window.matchMedia('(prefers-color-scheme: dark)').matches : theme === 'dark'
  return isDark ? 'light' : 'dark'
}

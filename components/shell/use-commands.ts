'use client'

/** Commands that the server knows or performs, for the palette. */
import { useRouter } from 'next/navigation'
import { useEffect, useState } from 'react'
import { toast } from 'sonner'
import type { CommandDescriptor } from '#lib/commands/registry.ts'
import { isObject } from '#lib/contract/json/json.ts'
import { paths } from '#lib/contract/market/paths.ts'
import type { RunView } from '#lib/execution/run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

export type CommandActions = {
  listSkillCommands: () => Promise<ActionResult<CommandDescriptor[]>>
  runCommand: (id: string) => Promise<ActionResult<RunView>>
}

/** Asked for when the palette opens; none while nobody is signed in, or when the server does not answer. */
export function useSkillCommands(
  isSignedIn: boolean,
  { listSkillCommands }: CommandActions,
): CommandDescriptor[] {
  const [commands, setCommands] = useState<CommandDescriptor[]>([])
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

/** Runs it, and leads to what came of it. */
export function useServerCommand({ runCommand }: CommandActions): (id: string) => void {
  const router = useRouter()
  return async (id) => {
    const begun = await runCommand(id).catch(() => undefined)
    if (!begun?.ok) return void toast.error(begun?.error.message ?? 'The server did not answer.')
    const { id: runId, output, error } = begun.data
    const whyNot = error?.message ?? (isObject(output) ? output.errorMessage : undefined)
    if (typeof whyNot === 'string') return void toast.error(whyNot)
    toast.success('Done.', { action: { label: 'See the run', onClick: () => router.push(paths.run(runId)) } })
  }
}

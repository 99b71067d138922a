'use client'

import { useState } from 'react'
import { toast } from 'sonner'
import type { Json } from '#lib/contract/json/json.ts'
import type { PresetView } from '#lib/execution/run-view.ts'
import type { ActionResult } from '#lib/protocol/action-result.ts'

export type PresetActions = {
  keepPreset: (skillName: string, name: string, input: Json) => Promise<ActionResult<PresetView>>
  forgetPreset: (id: string) => Promise<ActionResult<null>>
}

/** The presets on the page; what was deleted can be undone while the message about it stands. */
export function usePresets(skillName: string, initial: PresetView[], actions: PresetActions) {
  const [presets, setPresets] = useState(initial)
  const add = (preset: PresetView) => setPresets((kept) => [...kept, preset])
  const keep = (name: string, input: Json) => actions.keepPreset(skillName, name, input)

  async function forget(preset: PresetView) {
    const gone = await actions.forgetPreset(preset.id)
    if (!gone.ok) return void toast.error(gone.error.message)
    setPresets((kept) => kept.filter(({ id }) => id !== preset.id))
    toast.success(`Deleted “${preset.name}”`, {
      action: { label: 'Undo', onClick: () => void restore(preset) },
    })
  }
  async function restore({ name, input }: PresetView) {
    const kept = await keep(name, input)
    if (kept.ok) add(kept.data)
    else toast.error(kept.error.message)
  }

  return { presets, add, keep, forget }
}

'use client'

import { Bookmark, X } from 'lucide-react'
import { useState } from 'react'
import type { SkillExample } from '#lib/contracts/document/skillset-document.ts'
import type { Json } from '#lib/kernel/json/json.ts'
import type { SentText } from '#lib/protocols/http/requests/parse-test-run.ts'
import type { ActionResult } from '#lib/protocols/http/responses/action-result.ts'
import type { PresetView } from '#lib/runs/views/run-view.ts'
import { Button } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { attemptAction } from '../../ui/use-action.ts'

type InputSourcesProps = {
  examples: readonly SkillExample[]
  presets: readonly PresetView[]
  disabled?: boolean
  onFill: (input: Json) => void
  onExample: (example: SkillExample) => void
  onRemove: (preset: PresetView) => void
}

export function InputSources({
  examples,
  presets,
  disabled,
  onFill,
  onExample,
  onRemove,
}: InputSourcesProps) {
  return (
    <>
      {examples.length > 0 && (
        <FillRow label="Try">
          {examples.map((example) => (
            <Button
              key={example.title}
              variant="outline"
              size="sm"
              disabled={disabled}
              onClick={() => onExample(example)}
            >
              {example.title}
            </Button>
          ))}
        </FillRow>
      )}
      {presets.length > 0 && (
        <FillRow label="Presets">
          {presets.map((preset) => (
            <span key={preset.id} className="inline-flex">
              <Button
                variant="outline"
                size="sm"
                className="rounded-r-none"
                disabled={disabled}
                onClick={() => onFill(preset.input)}
              >
                <Bookmark aria-hidden /> {preset.name}
              </Button>
              <Button
                variant="outline"
                size="icon-sm"
                className="rounded-l-none border-l-0 text-muted-foreground"
                aria-label={`Delete preset ${preset.name}`}
                onClick={() => onRemove(preset)}
              >
                <X aria-hidden />
              </Button>
            </span>
          ))}
        </FillRow>
      )}
    </>
  )
}

function FillRow({ label, children }: { label: string; children: React.ReactNode }) {
  return (
    <div className="flex flex-wrap items-center gap-2">
      <span className="text-muted-foreground text-sm">{label}</span>
      {children}
    </div>
  )
}

export type PresetActions = {
  /** `input` is JSON text. */
  savePreset: (skillName: string, name: string, input: SentText) => Promise<ActionResult<PresetView>>
  deletePreset: (id: string) => Promise<ActionResult<void>>
}

export function usePresets(skillName: string, initial: PresetView[], actions: PresetActions) {
  const [presets, setPresets] = useState(initial)
  const add = (preset: PresetView) => setPresets((current) => [...current, preset])
  const save = (name: string, input: Json) =>
    attemptAction(() => actions.savePreset(skillName, name, { text: JSON.stringify(input) }))

  async function remove(preset: PresetView) {
    const result = await attemptAction(() => actions.deletePreset(preset.id))
    if (!result.ok) return void toast.error(result.error.message)
    setPresets((current) => current.filter(({ id }) => id !== preset.id))
    toast.success(`Deleted “${preset.name}”`, {
      action: { label: 'Undo', onClick: () => void restore(preset) },
    })
  }
  async function restore({ name, input }: PresetView) {
    const result = await save(name, input)
    if (result.ok) add(result.data)
    else toast.error(result.error.message)
  }

  return { presets, add, save, remove }
}

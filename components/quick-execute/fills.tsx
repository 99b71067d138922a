'use client'

/** One-click fills: the publisher's examples and the person's own presets. */
import { Bookmark, X } from 'lucide-react'
import type { SkillExample } from '#lib/contract/document/skillset-document.ts'
import type { Json } from '#lib/contract/json/json.ts'
import type { PresetView } from '#lib/execution/run-view.ts'
import { Button } from '../ui/button.tsx'

type FillsProps = {
  examples: readonly SkillExample[]
  presets: readonly PresetView[]
  disabled?: boolean
  onFill: (input: Json) => void
  onForget: (preset: PresetView) => void
}

export function Fills({ examples, presets, disabled, onFill, onForget }: FillsProps) {
  return (
    <>
      {examples.length > 0 && (
        <FillRow label="Try">
          {examples.map(({ title, input }) => (
            <Button key={title} variant="outline" size="sm" disabled={disabled} onClick={() => onFill(input)}>
              {title}
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
                onClick={() => onForget(preset)}
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

'use client'

import { useId } from 'react'
import type { BehaviourReview } from '#lib/publishing/review/review-views.ts'
import { Checkbox } from '../../../ui/forms/checkbox.tsx'

type PackagesProps = { names: string[]; isSeen: boolean; onChange: (isSeen: boolean) => void }

/** What a reviewer confirms before new packages that the publisher did not name are published. */
export function AcknowledgePackages({ names, isSeen, onChange }: PackagesProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5 text-sm">
      <Checkbox id={id} checked={isSeen} onCheckedChange={onChange} />
      <label htmlFor={id}>
        I have looked at the new packages that the publisher did not name: {names.join(', ')}
      </label>
    </div>
  )
}

type BehaviourProps = {
  lines: BehaviourReview['toAcknowledge']
  seen: string[]
  onChange: (seen: string[]) => void
}

/** The same for new behaviour, line by line. `seen` holds keys. */
export function AcknowledgeBehaviour({ lines, seen, onChange }: BehaviourProps) {
  const id = useId()
  return (
    <fieldset className="grid max-h-60 gap-2.5 overflow-y-auto text-sm">
      <legend className="mb-2 font-medium">
        I have looked at what the approved version was never seen to do:
      </legend>
      {lines.map(({ key, sentence }, index) => (
        <div key={key} className="flex items-start gap-2.5">
          <Checkbox
            id={`${id}-${index}`}
            checked={seen.includes(key)}
            onCheckedChange={(isSeen) =>
              onChange(isSeen ? [...seen, key] : seen.filter((each) => each !== key))
            }
          />
          <label htmlFor={`${id}-${index}`} className="[overflow-wrap:anywhere]">
            {sentence}
          </label>
        </div>
      ))}
    </fieldset>
  )
}

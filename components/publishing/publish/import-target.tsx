import { useId } from 'react'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { SelectField } from '../../ui/forms/field.tsx'

type TargetSelectProps = {
  handles: string[]
  skillSets: string[]
  /** `handle.` for a new SkillSet, or the full name of one. */
  value: string
  onChange: (target: string) => void
}

export function TargetSelect({ handles, skillSets, value, onChange }: TargetSelectProps) {
  return (
    <SelectField
      label="Add the skill to"
      className="min-w-48 flex-1"
      value={value}
      onChange={onChange}
      options={[
        ...handles.map(
          (handle) =>
            [`${handle}.`, handles.length > 1 ? `New SkillSet of ${handle}` : 'New SkillSet'] as const,
        ),
        ...skillSets,
      ]}
    />
  )
}

type ProgramsCheckboxProps = { checked: boolean; onChange: (checked: boolean) => void }

/** Both imports offer it; what becomes of each program is told once the folder was read. */
export function ProgramsCheckbox({ checked, onChange }: ProgramsCheckboxProps) {
  const id = useId()
  return (
    <div className="flex items-start gap-2.5 text-sm">
      <Checkbox id={id} checked={checked} onCheckedChange={onChange} className="mt-0.5" />
      <label htmlFor={id}>
        Make the programs in <code>scripts/</code> callable: each Python or JavaScript program becomes a skill
        too.
      </label>
    </div>
  )
}
